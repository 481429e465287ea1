//! The jq reader held against jq: a filter that shows a variable of the environment must say so.

mod small_oracle;

use policyc::effects::small::Language;
use small_oracle::{Random, cases, check, everyday};

const PIECES: &[&str] = &[
    "env", "$ENV", ".env", "{env}", "{env:1}", "{a:env}", "{$ENV}", "\"\\(env)\"", "\"", "\\(", "(", ")", "[", "]", "{", "}", ",", ":", ".", "..", "#", "\n", " ", "|",
    "if . then ", " else ", " end", "\\", "\"env\"", "$", "ENV", "1.", "?", "//", "as $env | ", "@text ", "def env: 1; ", "def f(env): env; ", ".CANARY", "$ENV.CANARY", "env.HOME",
];

#[test]
fn what_jq_shows_is_among_the_acts() {
    let mut random = Random::new(5);
    let filters: Vec<String> = (0..cases())
        .map(|_| {
            let seed = match random.below(3) {
                0 => random.pick(everyday::JQ).to_owned(),
                1 => format!("{} | {}", random.pick(everyday::JQ), random.pick(PIECES)),
                _ => format!("{{a: {}, b: {}}}", random.pick(PIECES), random.pick(PIECES)),
            };
            random.mutate(&seed, PIECES)
        })
        .collect();
    match check(Language::Jq, &["jq", "-n"], &filters) {
        Some(seen) => eprintln!("{seen:?}"),
        None => eprintln!("no oracle for jq"),
    }
}
