//! Every place of bash's grammar where a word, a substitution or arithmetic may stand: a command in it is told, or the line is
//! not understood. `§` stands for a word, `%` for a command. Where bash is there, it shows that the places are real.

use super::helper::*;
use super::*;
use crate::effects::{Effect, Target};
use crate::table::EffectKind;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What stands in the places, and the file that it makes.
const MADE: &str = "MADE";
const PAYLOAD: &str = "$(touch MADE)";
/// Bound before every place.
const BEFORE: &str = "h=abc; a=(1 2); ";

/// Places for a word.
const WORDS: &[&str] = &[
    "§",
    "x§y",
    "\"§\"",
    "\"x § y\"",
    "$\"§\"",
    "'a'§",
    "\\$§",
    "{a,§}",
    "~/§",
    "${z-§}",
    "${z:-§}",
    "${z=§}",
    "${z:=§}",
    "${h+§}",
    "${h:+§}",
    "\"${h:+\"§\"}\"",
    "${h#§}",
    "${h##§}",
    "${h%§}",
    "${h%%§}",
    "${h/§/x}",
    "${h//§/x}",
    "${h/#§/x}",
    "${h/%§/x}",
    "${h/b/§}",
    "${h:§}",
    "${h:0:§}",
    "${h:§0:1}",
    "${h^§}",
    "${h^^§}",
    "${h,§}",
    "${h,,§}",
    "${a[§0]}",
    "${a[@]:§}",
    "${a[*]#§}",
    "${#a[§0]}",
    "${@:§}",
    "${a[*]/§/x}",
    "${z:-${h:+§}}",
    "${z:-\"§\"}",
    "$((§))",
    "$((1 + §))",
    "$((1 ? §1 : 2))",
    "$((a[§0]))",
    "$[§]",
    "$(echo §)",
    "$(echo \"§\")",
    "<(echo §)",
    ">(cat > /dev/null §)",
    "`echo §`",
];

/// Places for a word among commands.
const COMMANDS: &[&str] = &[
    "echo §",
    "echo a § b",
    "echo \"§\"",
    "true § || :",
    "§ || :",
    "command echo §",
    "builtin echo §",
    "exec 9< /dev/null; echo §",
    "x=§",
    "x=a§b",
    "x+=§",
    "x=(§)",
    "x=(1 § 2)",
    "x+=(§)",
    "x=([0]=§)",
    "x=([§0]=1)",
    "x[§0]=1",
    "x[0]=§",
    "x[0]+=§",
    "x=§ true",
    "x=§ y=1 true",
    "export x=§",
    "readonly r=§",
    "declare x=§",
    "declare -a x=(§)",
    "declare -A m=([k§]=v)",
    "typeset x=§",
    "f() { local x=§; }; f",
    "unset x§",
    "let 1+§1",
    "(( §1 ))",
    "(( 1 + §1 ))",
    "(( x = §1 ))",
    "(( a[§0] ))",
    "for i in §; do :; done",
    "for i in a § b; do :; done",
    "for i in 1; do echo §; done",
    "for ((i=§0;i<1;i++)); do :; done",
    "for ((i=0;i<1+§0;i++)); do :; done",
    "for ((i=0;i<1;i+=§1)); do :; done",
    "select i in §; do break; done < /dev/null",
    "select i in § b; do break; done < /dev/null",
    "case § in *) ;; esac",
    "case a in §a) ;; esac",
    "case a in b|§a) ;; esac",
    "case a in b) ;; §*) ;; esac",
    "case a in a) echo §;; esac",
    "case a in a) ;& b) echo §;; esac",
    "case a in a) ;;& *) echo §;; esac",
    "cat < §/dev/null",
    "echo > §/dev/null",
    "echo >> §/dev/null",
    "echo >| §/dev/null",
    "cat <> §/dev/null",
    "echo &> §/dev/null",
    "echo &>> §/dev/null",
    "echo >& §/dev/null",
    "echo 2> §/dev/null",
    "echo 3>&§1",
    "cat <&§0",
    "echo {fd}> §/dev/null",
    "> §/dev/null",
    "{ echo; } > §/dev/null",
    "( echo ) 2> §/dev/null",
    "for i in 1; do :; done > §/dev/null",
    "while false; do :; done < §/dev/null",
    "if true; then :; fi > §/dev/null",
    "case a in *) ;; esac > §/dev/null",
    "f() { :; } > §/dev/null; f",
    "[[ a ]] > §/dev/null",
    "(( 1 )) > §/dev/null",
    "exec 9> §/dev/null",
    "cat <<< §",
    "cat <<< \"§\"",
    "cat <<E\n§\nE",
    "cat <<E\na \"§\" b\nE",
    "cat <<-E\n\t§\nE",
    "cat <<E | cat\n§\nE",
    "[[ § ]]",
    "[[ ! § ]]",
    "[[ ( § ) ]]",
    "[[ a && § ]]",
    "[[ -z a || § ]]",
    "[[ -n § ]]",
    "[[ -z § ]]",
    "[[ -e § ]]",
    "[[ -f § ]]",
    "[[ -d § ]]",
    "[[ -r § ]]",
    "[[ -x § ]]",
    "[[ -s § ]]",
    "[[ -L § ]]",
    "[[ -t §1 ]]",
    "[[ -o §e ]]",
    "[[ -v h§ ]]",
    "[[ -v a[§0] ]]",
    "[[ § = a ]]",
    "[[ a = § ]]",
    "[[ a == § ]]",
    "[[ a != § ]]",
    "[[ a =~ § ]]",
    "[[ a =~ ^(§)$ ]]",
    "[[ § =~ a ]]",
    "[[ a < § ]]",
    "[[ § > a ]]",
    "[[ 1 -eq § ]]",
    "[[ § -ne 1 ]]",
    "[[ 1 -lt § ]]",
    "[[ 1 -ge § ]]",
    "[[ a -nt § ]]",
    "[[ § -ot a ]]",
    "[[ a -ef § ]]",
    "[ § = a ]",
    "test -n §",
    "test 1 -eq §1",
    "read x <<< §",
    "printf %s §",
    "printf -v x %s §",
    "mapfile -t x <<< §",
    "set -- §",
    "shift §0",
    "trap - §0",
    "f() { echo §; }; f",
    "f() { echo \"$1\"; }; f §",
    "f() { return §0; }; f",
    "alias x=§",
    "eval echo §",
    "wait §",
    "kill -l §1",
    "time echo §",
    "! echo §",
    "coproc echo §; wait",
    "(exit §0)",
    "cd §.",
    "source /dev/null §",
    "env echo §",
    "timeout 5 echo §",
    "xargs echo § < /dev/null",
    "find . -maxdepth 0 -name §",
    "sed -n §p /dev/null",
];

/// Places for a command.
const NESTS: &[&str] = &[
    "%",
    "true; %",
    "%; true",
    "true\n%\ntrue",
    "true && %",
    "false || %",
    "false && : || %",
    "% & wait",
    "% | cat",
    "true | %",
    "true |& %",
    "! %",
    "time %",
    "time -p %",
    "{ %\n}",
    "( %\n)",
    "( ( %\n) )",
    "if %\nthen :; fi",
    "if true; then %\nfi",
    "if false; then :; elif %\nthen :; fi",
    "if false; then :; else %\nfi",
    "while %\ndo break; done",
    "while true; do %\nbreak; done",
    "until %\ndo break; done",
    "until false; do %\nbreak; done",
    "for i in 1; do %\ndone",
    "for i; do :; done; %",
    "for ((i=0;i<1;i++)); do %\ndone",
    "for ((i=0;i<1;i++)) { %\n}",
    "select i in a; do %\nbreak; done <<< 1",
    "case a in a) %\n;; esac",
    "case a in (b) ;; (*) %\n;; esac",
    "case a in a) ;& b) %\n;; esac",
    "f() { %\n}; f",
    "function f { %\n}; f",
    "function f() { %\n}; f",
    "f() ( %\n); f",
    "f() { g() { %\n}; g; }; f",
    "f() if true; then %\nfi; f",
    "coproc { %\n}; wait",
    "coproc c { %\n}; wait",
    "echo $(%\n)",
    "echo \"$(%\n)\"",
    "x=$(%\n)",
    "$(%\n) || :",
    "echo `%`",
    "cat <(%\n)",
    "true > >(%\n); wait",
    "cat < <(%\n)",
    "[[ -n $(%\n) ]]",
    "(( $(%\n) ))",
    "echo ${z:-$(%\n)}",
    "echo $(( $(%\n) ))",
    "cat <<< $(%\n)",
    "cat <<E\n$(%\n)\nE",
    "trap '%' EXIT",
    "trap '%' DEBUG; :",
    "eval '%'",
    "eval \"$(echo a)\" || eval '%'",
    "bash -c '%'",
    "bash <<'EOS'\n%\nEOS",
    "bash <<< '%'",
    "env bash -c '%'",
    "timeout 5 bash -c '%'",
    "nice bash -c '%'",
    "find . -maxdepth 0 -exec bash -c '%' \\;",
    "echo a | xargs bash -c '%'",
    "echo a | while read -r x; do %\ndone",
    "set -e; %",
    "exec 9< /dev/null; %",
    "{ true; %\n} 2> /dev/null",
];

/// Places for a command that is not read: that code runs is told.
const OPAQUE: &[&str] = &["source /dev/stdin <<'EOS'\n%\nEOS", ". <(echo '%')", "echo '%' | bash"];

fn runs_code(line: &str) -> bool {
    let runs = |unit: &Unit| unit.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Runs(_)));
    read(line).units.iter().any(|unit| unit.standing != Standing::Understood || runs(unit))
}

fn told(line: &str) -> bool {
    let makes = |effect: &Effect| {
        effect.kind == EffectKind::Writes
            && matches!(&effect.target, Target::Path(path) if path.path == crate::argv::Text::Known(MADE.into()))
    };
    let units = read(line).units;
    units.iter().any(|unit| unit.standing != Standing::Understood || unit.effects.iter().any(makes))
}

/// A command in a place; none where the place's own quotes forbid it.
fn in_nest(nest: &str, command: &str) -> Option<String> {
    let quoted = nest.contains("'%'") && command.contains('\'')
        || nest.contains("`%`") && command.contains(['`', '\\', '\n'])
        || nest.contains("EOS") && command.contains("EOS");
    (!quoted).then(|| nest.replace('%', command))
}

fn untold(lines: impl Iterator<Item = String>) -> Vec<String> {
    lines.filter(|line| !told(line)).map(|line| line.replace('\n', "⏎")).collect()
}

#[test]
fn a_command_in_any_place_for_a_word_is_told() {
    let lines = COMMANDS.iter().flat_map(|command| {
        WORDS.iter().map(move |word| format!("{BEFORE}{}", command.replace('§', &word.replace('§', PAYLOAD))))
    });
    let wrong = untold(lines);
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_word_within_a_word_is_told() {
    let lines = WORDS.iter().flat_map(|outer| {
        WORDS.iter().map(move |inner| format!("{BEFORE}echo {}", outer.replace('§', &inner.replace('§', PAYLOAD))))
    });
    let wrong = untold(lines);
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_command_in_any_place_for_a_command_is_told() {
    let words = || COMMANDS.iter().map(|command| command.replace('§', PAYLOAD));
    let once: Vec<String> = words().chain(NESTS.iter().filter_map(|nest| in_nest(nest, "touch MADE"))).collect();
    let lines = NESTS.iter().flat_map(|nest| once.iter().filter_map(move |command| in_nest(nest, command)));
    let wrong = untold(lines.map(|line| format!("{BEFORE}{line}")));
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
    let opaque = OPAQUE.iter().filter_map(|nest| in_nest(nest, "touch MADE"));
    let lines = opaque.flat_map(|command| NESTS.iter().filter_map(move |nest| in_nest(nest, &command)));
    let wrong: Vec<String> = lines.filter(|line| !runs_code(line)).collect();
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

/// Without it the lists above could name places where nothing ever runs.
#[test]
fn bash_runs_what_stands_in_the_places() {
    let Some(bash) = super::bash::find_bash() else {
        println!("skipped: there is no bash");
        return;
    };
    let words = WORDS.iter().map(|word| format!("echo {}", word.replace('§', PAYLOAD)));
    let commands = COMMANDS.iter().map(|command| command.replace('§', PAYLOAD));
    let nests = NESTS.iter().chain(OPAQUE).filter_map(|nest| in_nest(nest, "touch MADE"));
    let mut idle = Vec::new();
    for line in words.chain(commands).chain(nests) {
        let line = format!("{BEFORE}{line}");
        let directory = tempfile::tempdir().unwrap();
        Command::new(bash)
            .args(["--norc", "--noprofile", "-c", &line])
            .current_dir(directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        // A process substitution may outlive its line.
        let made = directory.path().join(MADE);
        if !(0..20).any(|_| {
            made.exists() || {
                std::thread::sleep(Duration::from_millis(25));
                false
            }
        }) {
            idle.push(line.replace('\n', "⏎"));
        }
    }
    assert!(idle.is_empty(), "{} lines:\n{}", idle.len(), idle.join("\n"));
}
