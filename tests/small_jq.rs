//! The jq reader held against jq: a filter that shows a variable of the environment must say so.

mod small_oracle;

use policyc::effects::small::Language;
use small_oracle::{Random, cases, check, everyday};

const PIECES: &[&str] = &[
    "env",
    "$ENV",
    ".env",
    "{env}",
    "{env:1}",
    "{a:env}",
    "{$ENV}",
    "\"\\(env)\"",
    "\"",
    "\\(",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "..",
    "#",
    "\n",
    " ",
    "|",
    "if . then ",
    " else ",
    " end",
    "\\",
    "\"env\"",
    "$",
    "ENV",
    "1.",
    "?",
    "//",
    "as $env | ",
    "@text ",
    "def env: 1; ",
    "def f(env): env; ",
    ".CANARY",
    "$ENV.CANARY",
    "env.HOME",
];

/// Contexts for a filter, each `%` another one.
const CONTEXTS: &[&str] = &[
    "[%]",
    "{a: %}",
    "{a: (%)}",
    "\"\\(%)\"",
    "if % then % else % end",
    "% | %",
    "%, %",
    "{a: 1, env: %}",
    "{env: 1, b: (%)}",
    "try % catch .",
    "reduce (%) as $x (0; [., $x])",
    ". as {a: $x}? | %",
    "def f: %; f",
    "def f(x): x; f(%)",
    "{a: (if 1, (%) then 1 else % end)}",
    "[limit(2; %)]",
    "(% // 1)",
    "@text \"a\\(%)b\\(%)\"",
    "{\"x\\(%)\": 1}",
    "(%) as $env | $env",
    "[% # env\n]",
    "{a: 1 , b: -(%)?}",
    "{a: if % then 1 else 2, % end}",
    "{(% | tostring): %}",
    "[.[(% | tostring)?]?]",
    "label $out | %",
];
const FILTERS: &[&str] = &[
    "env",
    "$ENV",
    ".env?",
    "\"env\"",
    "env.CANARY",
    "$ENV.CANARY",
    "{env}?",
    "{env:1}",
    "{$ENV}",
    "{a:env}",
    "1",
    ".a?",
    "null",
    "env|.CANARY",
    "$ENV[\"CANARY\"]",
    "[env[]]",
    "env.HOME",
    "\"$ENV\"",
];

fn filter(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(4) == 0 {
        return random.pick(FILTERS).to_owned();
    }
    let mut text = String::new();
    for (index, part) in random.pick(CONTEXTS).split('%').enumerate() {
        if index > 0 {
            text += &filter(random, depth - 1);
        }
        text += part;
    }
    text
}

#[test]
fn what_jq_shows_is_among_the_acts() {
    let mut random = Random::new(5);
    let filters: Vec<String> = (0..cases())
        .map(|_| match random.below(4) {
            0 => {
                let seed = random.pick(everyday::JQ).to_owned();
                random.mutate(&seed, PIECES)
            }
            1 => {
                let seed = filter(&mut random, 3);
                random.mutate(&seed, PIECES)
            }
            _ => filter(&mut random, 3),
        })
        .collect();
    match check(Language::Jq, &["jq", "-n"], &filters) {
        Some(seen) => eprintln!("{seen:?}"),
        None => eprintln!("no oracle for jq"),
    }
}
