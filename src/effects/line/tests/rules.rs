//! Rules 2 to 13 of the page on reading a call: text, words, variables. Each in both directions.
use super::helper::*;
use super::*;
use crate::effects::ShellFact;

#[test]
fn rule_02_commands_before_an_error_stay() {
    has("rm -rf /\necho )", "rm -rf /");
    has("rm -rf /\necho )", "UNREADABLE");
    lacks("rm -rf /\necho", "UNREADABLE");
}

#[test]
fn rule_03_every_construct_is_a_unit_and_nothing_is_not_harmless() {
    for line in ["", "   ", "# only a comment"] {
        has(line, "UNREADABLE");
    }
    for line in
        ["[[ -f a ]]", "((1))", "x=1", "for f in a; do :; done", "case x in y) ;; esac", "> /dev/null", "f() { :; }"]
    {
        assert!(!read(line).units.is_empty(), "{line}");
        mild(line);
    }
    for line in [
        "[[ -n $(touch p) ]]",
        "(( $(touch p) ))",
        "x=$(touch p)",
        "for f in $(touch p); do :; done",
        "case $(touch p) in *) ;; esac",
        "case x in $(touch p)) ;; esac",
    ] {
        has(line, "touch p [Writes p");
    }
}

#[test]
fn rule_04_effects_join_over_everything() {
    for line in [
        "ls | touch p",
        "ls; touch p",
        "ls & touch p",
        "{ touch p; }",
        "( touch p )",
        "if touch p; then :; fi",
        "if :; then :; else touch p; fi",
        "while touch p; do :; done",
        "until :; do touch p; done",
        "for x in a; do touch p; done",
        "for ((;;)); do touch p; done",
        "f() { touch p; }; f",
        "f() { touch p; }",
        "cat <(touch p)",
        "ls > >(touch p)",
        "echo `touch p`",
        "cat <<E\n$(touch p)\nE",
        "{ ls; } 2> $(touch p)",
        "X=$(touch p) ls",
        "trap 'touch p' EXIT",
        "eval 'touch p'",
        "bash -c 'touch p'",
        "bash <<'E'\ntouch p\nE",
        "bash <<< 'touch p'",
        "coproc touch p",
        "! touch p",
        "time touch p",
        "case x in x) touch p;; esac",
        "[[ -n `touch p` ]]",
        "x=($(touch p))",
        "echo ${x:-$(touch p)}",
        "echo ${x/$(touch p)/}",
        "echo ${x:$(touch p)}",
        "echo $((x + $(touch p)))",
        "select x in $(touch p); do :; done",
        "echo {a,$(touch p)}",
        "echo \"${a[$(touch p)]}\"",
        "declare x=$(touch p)",
        "a[$(touch p)]=1",
    ] {
        has(line, "touch p ");
        has(line, "Writes p@");
    }
    lacks("cat <<'E'\n$(touch p)\nE", "Writes");
    lacks("echo '$(touch p)'", "Writes");
}

#[test]
fn rule_05_the_shell_is_a_fact() {
    let with = |shell: ShellFact| Host { shell, ..host() };
    for kind in [ShellKind::Zsh, ShellKind::Fish, ShellKind::PowerShell, ShellKind::Cmd] {
        has_with(with(ShellFact { kind, ..ShellFact::default() }), "ls", "UNREADABLE");
    }
    let posix = with(ShellFact { kind: ShellKind::Posix, ..ShellFact::default() });
    has_with(posix.clone(), "ls &> f", "UNREADABLE");
    lacks_with(posix, "ls > f", "UNREADABLE");
    has("sh -c 'cat <(ls)'", "UNREADABLE");
    lacks("bash -c 'cat <(ls)'", "UNREADABLE");
    let persistent = ShellFact { persistent: true, ..ShellFact::default() };
    has_with(with(persistent.clone()), "ls", "UNKNOWN");
    let told = ShellFact { shadowed: Some(["ls".to_owned()].into()), ..persistent };
    has_with(with(told.clone()), "ls", "UNKNOWN");
    lacks_with(with(told.clone()), "cat f", "UNKNOWN");
    has_with(with(told), "x=1", "Sets");
    lacks("x=1", "Sets");
    let interactive = with(ShellFact { interactive: true, ..ShellFact::default() });
    has_with(interactive.clone(), "echo \"a!b\"", "UNREADABLE");
    lacks_with(interactive, "echo 'a!b' && ! ls", "UNREADABLE");
}

#[test]
fn rule_06_limits_end_in_unreadable() {
    use super::super::limits::*;
    let wrapped = |times: u32| format!("{}ls", "env ".repeat(times as usize));
    lacks(&wrapped(MAX_WRAPPERS), "UNREADABLE");
    has(&wrapped(MAX_WRAPPERS + 1), "UNREADABLE");
    let units = |count: usize| ":\n".repeat(count);
    assert!(read(&units(MAX_UNITS)).units.iter().all(|unit| unit.standing == Standing::Understood));
    let over = read(&units(MAX_UNITS + 1));
    assert!(matches!(over.units.last().map(|unit| &unit.standing), Some(Standing::Unreadable(_))));
    assert_eq!(over.units.len(), MAX_UNITS + 1);
    let nested =
        |times: u32| (0..times).fold("ls".to_owned(), |inner, depth| format!("bash <<'E{depth}'\n{inner}\nE{depth}"));
    lacks(&nested(MAX_NESTED_TEXTS), "UNREADABLE");
    has(&nested(MAX_NESTED_TEXTS + 1), "UNREADABLE");
    let groups = |times: usize| format!("{}ls{}", "{ ".repeat(times), "; }".repeat(times));
    let deep = |times: usize| format!("bash <<'E'\n{}\nE", groups(times));
    lacks(&deep(60), "UNREADABLE");
    let deeper = |outer: usize, inner: usize| {
        format!("{}bash <<'E'\n{}\nE\n{}", "{ ".repeat(outer), groups(inner), "}; ".repeat(outer))
    };
    lacks(&deeper(60, 60), "more than");
    let three = format!("{}bash <<'F'\n{}\nF\n{}", "{ ".repeat(60), deeper(60, 60), "}; ".repeat(60));
    has(&three, "UNREADABLE");
    let long = |bytes: usize| format!("rm x\n#{}", " ".repeat(bytes - "rm x\n#".len()));
    lacks(&long(MAX_COMMAND), "UNREADABLE");
    let over = long(MAX_COMMAND + 1);
    has(&over, "UNREADABLE");
    has(&over, "rm x");
}

#[test]
fn rule_07_one_word_or_a_list() {
    has("x=a; cat $x", "cat a [");
    mild("x=5; if [ $x -gt 3 ]; then echo big; fi");
    mild("IFS=, read -r a b <<< \"x,y\"; echo \"$a\"");
    for line in [
        "x='a b'; cat $x",
        "x=''; cat $x",
        "x='*'; cat $x",
        "x='a?'; cat $x",
        "x='[a]'; cat $x",
        "x='a\\'; cat $x",
        "cat $x",
        "IFS=,; x=a; cat $x",
        "x=a; read IFS; cat $x",
    ] {
        has(line, "cat ‹…›+");
    }
    has("x='a b'; cat \"$x\"", "cat a b [");
    has("cat *.c", "cat ‹*›.c+");
    has("cat \"$@\"", "cat ‹…›+");
    has("cat \"${a[@]}\"", "cat ‹…›+");
    has("cat \"${a[*]}\"", "cat ‹…› [");
    has("cat pre$x", "cat ‹…›+");
    has("cat \"pre$x\"", "cat pre‹…› [");
    has("uniq ./z/*", "Writes");
    lacks("uniq ./z/a", "Writes");
}

#[test]
fn rule_08_a_word_may_be_an_option() {
    has("sort *", "Writes");
    lacks("sort ./*", "Writes");
    lacks("sort -- *", "Writes");
    has("sort $x", "Writes");
    lacks("sort \"./$x\"", "Writes");
    has("sort ./$x", "Writes");
    mild("cat *");
}

#[test]
fn rule_09_known_only_if_bound_once() {
    has("x=a; cat $x", "cat a [");
    has("x=a\ncat $x", "cat a [");
    has("x=a && cat $x", "cat a [");
    has("x=a; for i in 1; do cat $x; done", "cat a [");
    // A group and a branch run once and in this shell.
    has("{ x=a; cat $x; }", "cat a [");
    has("{ x=a; }; cat $x", "cat a [");
    has("if ls; then x=a; cat $x; fi", "cat a [");
    has("case $1 in a) x=a; cat $x;; esac", "cat a [");
    has("eval 'x=a; cat $x'", "cat a [");
    lacks("{ f() { ls; }; f; }", "UNKNOWN");
    has("if ls; then f() { ls; }; fi; f", "UNKNOWN");
    has("x=a; f() { cat $x; }; f", "cat a [");
    for line in [
        "x=a; x=b; cat \"$x\"",
        "x=a; x+=b; cat \"$x\"",
        "ls && x=a; cat \"$x\"",
        "ls || x=a; cat \"$x\"",
        "x=a ls; cat \"$x\"",
        "{ x=a; } & cat \"$x\"",
        "{ x=a; } | ls; cat \"$x\"",
        "{ x=a; } < f; cat \"$x\"",
        "{ x=a; x=b; }; cat \"$x\"",
        "ls && { x=a; }; cat \"$x\"",
        "if ls; then x=a; else y=b; fi; cat \"$x\"",
        "case $1 in a) x=a;; esac; cat \"$x\"",
        "while ls; do { x=a; cat \"$x\"; }; done",
        "f() { { x=a; cat \"$x\"; }; }; f",
        "(x=a); cat \"$x\"",
        "x=a & cat \"$x\"",
        "x=a | cat; cat \"$x\"",
        "if ls; then x=a; fi; cat \"$x\"",
        "x=a; read x; cat \"$x\"",
        "x=a; unset x; cat \"$x\"",
        "x=a; export x=b; cat \"$x\"",
        "x=a; declare x=b; cat \"$x\"",
        "x=a; f() { local x=b; }; cat \"$x\"",
        "x=a; readonly x=b; cat \"$x\"",
        "x=a; printf -v x b; cat \"$x\"",
        "x=a; mapfile x; cat \"$x\"",
        "x=a; getopts a x; cat \"$x\"",
        "x=a; for x in b; do :; done; cat \"$x\"",
        "x=a; select x in b; do :; done; cat \"$x\"",
        "x=a; ((x=1)); cat \"$x\"",
        "x=a; let x=1; cat \"$x\"",
        "x=a; : ${x:=b}; cat \"$x\"",
        "x=a; ls {x}> f; cat \"$x\"",
        "x=a; x[0]=b; cat \"$x\"",
        "x=a; eval 'x=b'; cat \"$x\"",
        "x=a; trap 'x=b' EXIT; cat \"$x\"",
        "x=a; . ./f; cat \"$x\"",
        "x=a; $y; cat \"$x\"",
        "x=a; eval \"$y\"; cat \"$x\"",
        "cat \"$x\"; x=a",
        "x=a; coproc x { ls; }; cat \"$x\"",
        "x=a; read \"$y\"; cat \"$x\"",
        "x=a; wait -n -p x; cat \"$x\"",
        "declare -n x=y; x=a; cat \"$x\"",
        "for x in a b; do cat \"$x\"; x=c; done",
        "x=$(ls); cat \"$x\"",
        "RANDOM=5; cat \"$RANDOM\"",
    ] {
        has(line, "cat ‹…›");
    }
    lacks("bash -c 'x=b'; x=a; cat $x", "cat ‹…›");
    has("bash -c 'x=b'; x=a; cat $x", "cat a [");
    has("cat ~/f \"$HOME/g\" $PWD/h {a,b}.c $((6*7))", "cat /home/u/f /home/u/g /w/h a.c b.c 42 [");
    has("cd x; cat \"$PWD\"", "cat ‹…›");
    has("HOME=/x; cat ~/f", "cat ‹…›/f");
    has("HOME=/x ls; cat $HOME", "cat ‹…›");
    has("cat ~root/f", "cat ‹…›/f");
    has("echo a=~ --x=~", "echo a=/home/u --x=~ [");
}

#[test]
fn rule_09_a_loop_takes_its_values_one_by_one() {
    has("for f in a.c b.c; do sort \"$f\"; done", "sort a.c [Reads a.c");
    has("for f in a.c b.c; do sort \"$f\"; done", "sort b.c [Reads b.c");
    has("for f in *.txt; do cat \"$f\"; done", "cat ‹*›.txt [");
    lacks("for f in ./*.txt; do sort \"$f\"; done", "Writes");
    has("for f in *; do sort \"$f\"; done", "Writes");
    has("for f in ./*; do sort $f; done", "Writes");
    has("for f in $x; do sort \"$f\"; done", "Writes");
    has("for f in a -o; do sort \"$f\" y; done", "Writes y");
    let many: String = (0..40).map(|n| format!(" {n}.c")).collect();
    lacks(&format!("for f in{many}; do sort \"$f\"; done"), "Writes");
    has(&format!("for f in -o{many}; do sort \"$f\"; done"), "Writes");
    has("for f in a b; do :; done; cat \"$f\"", "cat ‹…›");
}

#[test]
fn rule_10_names_that_mean_something() {
    for line in [
        "LC_ALL=C sort a",
        "TZ=UTC date",
        "NO_COLOR=1 ls",
        "x=1 ls",
        "GIT_PAGER=cat git log",
        "PAGER= ls",
        "FOO=1 ls",
        "env FOO=1 ls",
        "export FOO=bar; ls",
        "X=a; cat $X",
    ] {
        mild(line);
    }
    for line in [
        "PATH=. ls",
        "LD_PRELOAD=./x ls",
        "BASH_ENV=x bash -c ls",
        "PS4=x ls",
        "GIT_SSH_COMMAND=x git status",
        "IFS=x ls",
        "ENV=x sh -c ls",
        "LESSOPEN=x ls",
        "export PATH=.; ls",
        "PATH=.; ls",
        "declare -x LD_PRELOAD=x",
        "for PATH in .; do ls; done",
        "read PATH; ls",
        "printf -v PATH .; ls",
        ": ${PATH:=x}; ls",
        "env PATH=. ls",
        "env LD_PRELOAD=x ls",
        "env 'BASH_FUNC_ls%%=() { x; }' ls",
        "GIT_PAGER=x git log",
        "hash -p ./x ls; ls",
        "enable -n cd",
        "BASH_CMDS[ls]=./x; ls",
        "BASH_ALIASES[ls]=x; ls",
        "export GIT_EXTERNAL_DIFF=x; git diff",
        "HOME=x git status",
        "unset PATH; ls",
        "http_proxy=x ls",
        "NODE_OPTIONS=x ls",
        "while true; do ls; PATH=.; done",
        "f() { ls; }; export PATH=.; f",
    ] {
        not_mild(line);
    }
    mild("while IFS= read -r line; do echo \"$line\"; done < f");
    has("FOO=1 python3 x.py", "Assignment `FOO=…`");
    lacks("FOO=1 ls", "Assignment");
    let lacking = Host { exported: Some(Default::default()), ..host() };
    lacks_with(lacking.clone(), "FOO=1; python3 x.py", "UNKNOWN");
    has_with(lacking, "export FOO=1; python3 x.py", "UNKNOWN");
    has("FOO=1; python3 x.py", "UNKNOWN");
}

#[test]
fn rule_11_the_environment() {
    for line in [
        "echo $TOKEN",
        "echo \"${TOKEN}\"",
        "echo ${#TOKEN}",
        "echo ${TOKEN:-x}",
        "echo $TOKEN; TOKEN=x",
        "ls && TOKEN=x; echo $TOKEN",
        "x=$TOKEN",
        "ls > \"$TOKEN\"",
        "[[ $TOKEN ]]",
        "cat <<E\n$TOKEN\nE",
        "echo ${!TO*}",
        "export TOKEN; echo $TOKEN",
        "test -v TOKEN && echo $TOKEN",
        "read TOKEN < f; echo $TOKEN",
        "read -t 0 TOKEN; echo $TOKEN",
        "TOKEN=x > f; echo $TOKEN",
        "export -p",
        "declare -p",
        "(TOKEN=x); echo $TOKEN",
        "f() { echo $TOKEN; }; ls && TOKEN=x && f; f",
        "readonly TOKEN\nTOKEN=x\necho $TOKEN",
        "readonly TOKEN; export TOKEN=x; echo $TOKEN",
        "local TOKEN=x; echo $TOKEN",
        "cat /proc/self/environ",
        "cat /proc/1/../2/environ",
        "[ $TOKEN ]",
        "[ -n $TOKEN ]",
        "[ -n \"$TOKEN\" -a -n \"$x\" ]",
        "[ -n \"${TOKEN#a}\" ]",
        "[ -n \"${TOKEN:-$OTHER}\" ]",
        "test -n \"$TOKEN\"; echo $_",
        "set -x; [ -n \"$TOKEN\" ]",
        "[[ -n $TOKEN ]]; eval 'set -o xtrace'",
        "bash -ex -c '[[ -n $TOKEN ]]'",
        "test() { ls; }; test -n \"$TOKEN\"",
    ] {
        has(line, "ReadsEnvironment");
    }
    for line in [
        "echo $HOME $PWD $USER $SHELL $PATH $TERM $LANG $? $# $1 $UID $$",
        "echo $CI $EDITOR ${XDG_CONFIG_HOME:-x}",
        "[ -n \"$TOKEN\" ] && echo set",
        "[ ! -z \"${TOKEN:-}\" ]",
        "test -z \"$TOKEN\"",
        "[[ -n $TOKEN && ! -z ${OTHER-} ]]",
        "echo ${TOKEN:+set} ${TOKEN+set}",
        "set -eu; bash -c '[ -n \"$TOKEN\" ]'",
        "x=$(ls); echo \"$x\"",
        "for f in *; do echo \"$f\"; done",
        "while read -r l; do echo \"$l\"; done",
        "read -r l && echo $l",
        "x=1; f() { echo $x; }; f",
        "if ls; then x=1; else x=2; fi; echo $x",
        "echo $RANDOM $LINENO",
        "f() { local x=$1; echo $x; }; f",
        "export FOO=x; echo $FOO",
        "readonly V=1; echo $V",
        "cat /proc/self/status",
    ] {
        lacks(line, "ReadsEnvironment");
    }
    lacks_with(Host { exported: Some(["PATH".to_owned()].into()), ..host() }, "echo $FOO", "ReadsEnvironment");
    has_with(Host { exported: Some(["TOKEN".to_owned()].into()), ..host() }, "echo $TOKEN", "ReadsEnvironment");
}

#[test]
fn rule_12_data_is_code_in_arithmetic() {
    for line in [
        "echo $((x))",
        "((x))",
        "echo $(($x))",
        "let x=y",
        "echo ${a[x]}",
        "a[x]=1",
        "echo ${s:x:1}",
        "[[ $x -eq 0 ]]",
        "[[ x -lt 1 ]]",
        "echo ${!x}",
        "echo ${x@P}",
        "x=1; x=y; echo $((x))",
        "x='a[$(touch p)]'; echo $((x))",
        "for ((i=x;i<9;i++)); do :; done",
        "[[ -v 'a[$(touch p)]' ]]",
        "read 'a[$(touch p)]'",
        "printf -v 'a[$(touch p)]' x",
        "echo $((a[0]))",
        "echo $(( $(ls) ))",
        "echo $((1 + $1))",
        "declare -i x=y",
        "unset 'a[$(touch p)]'",
        "read \"$x\"",
        "ls && i=0; echo $((i))",
        "i=5; unset i; echo $((i))",
        "i=5; read i; echo $((i))",
        "x=1 echo $((x))",
        "false && declare -A m; echo ${m[k]}",
        "m=(1); declare -A m; echo ${m[k]}",
        "declare -A m; unset m; echo ${m[k]}",
        "m=([k]=1)",
        "declare m=([k]=1)",
        "for i in $(ls); do echo $((i)); done",
        "i=$((1/0)); echo $((i))",
    ] {
        has(line, "Runs(Code)");
    }
    for line in [
        "echo $((1+2))",
        "i=0; echo $((i+1))",
        "i=0; while ((i<5)); do ((i++)); done",
        "for ((i=0;i<9;i++)); do echo $i; done",
        "for i in 1 2 3; do echo $((i*2)); done",
        "for i in {1..9}; do echo $((i*2)); done",
        "echo $(($#+$?))",
        "x=ab; echo $((${#x}))",
        "[ \"$x\" -gt 5 ]",
        "printf %d \"$x\"",
        "x=5; [[ $x -gt 3 ]]",
        "a=(1 2); echo ${a[0]}",
        "s=abc; echo ${s:1:2}",
        "declare -A m; m[k]=1; echo ${m[k]}",
        "declare -A m=([a]=1 [b]=2); m=([c]=3); for k in \"${!m[@]}\"; do echo ${m[$k]}; done",
        "echo $((RANDOM % 5))",
        "x=HOME; echo ${!x}",
        "i=$((2*3)); echo $((i))",
        "n=0; n=$((n+1)); echo $((n))",
    ] {
        lacks(line, "Runs(Code)");
    }
}

#[test]
fn rule_13_options_of_the_shell() {
    for line in [
        "set -euo pipefail; ls",
        "set -f; ls",
        "set -x; ls",
        "shopt -s nullglob; ls",
        "shopt -s globstar dotglob; ls",
        "f() { ls; }; f",
        "trap 'ls' EXIT; ls",
    ] {
        mild(line);
    }
    for line in [
        "set -k; ls",
        "set -a; ls",
        "shopt -s expand_aliases; ls",
        "shopt -s extglob; ls",
        "set -o vi; ls",
        "shopt -s \"$x\"; ls",
        "set \"$x\"; ls",
    ] {
        not_mild(line);
    }
    has("set -k; ls", "UNREADABLE");
}

#[test]
fn rule_09_output_that_is_names() {
    for line in [
        "git show $(git log -1 --format=%H)",
        "sha=$(git rev-parse HEAD); git show $sha",
        "for c in $(git log --format=%h -3); do git show --stat $c; done",
        "c=$(git log --format=%H | tail -n 1); git show \"$c\"",
    ] {
        mild(line);
    }
    for line in [
        "git show $(git log -1 --format=%B)",
        "git show $(git log -1 --format=%H --name-only)",
        "sha=$(git rev-parse HEAD); read sha; git show $sha",
        "for c in $(git log --format=%s -3); do git show --stat $c; done",
        "c=$(git log --format=%H | tail -n 1 f); git show \"$c\"",
        "IFS=a; git show $(git log -1 --format=%H)",
        "f() { read -n1 x; head -1; }; git show $(git describe | f)",
    ] {
        not_mild(line);
    }
}

#[test]
fn rule_20_words_that_a_nul_ends() {
    mild("find . -print0 | xargs -0 sed -n 1p");
    mild("find src lib -name '*.c' -print0 2> /dev/null | xargs -0 -n1 sort");
    mild("fd -e rs -x head -1 {} ';' --hidden");
    for line in [
        "find . -print | xargs -0 sed -n 1p",
        "find . -print0 | xargs sed -n 1p",
        "find . -print0 | tr -d x | xargs -0 sed -n 1p",
        "find . -print0 |& xargs -0 sed -n 1p",
        "find . -print0 | xargs -0 uniq",
        "fd -x wc -l ';' -x rm",
    ] {
        not_mild(line);
    }
}

#[test]
fn rule_21_git_obeys_the_repository_of_the_workspace() {
    let with = |gitdirs: &[(&str, &str)]| Host {
        gitdirs: Some(gitdirs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()),
        ..host()
    };
    let own = [("/w", "/w/.git"), ("/w/sub", "/w/.git")];
    let nested = [("/w", "/w/.git"), ("/w/sub", "/w/sub/.git")];
    has_with(with(&own), "git -C sub diff", "Obeys .@/w/sub");
    has_with(with(&nested), "git -C sub diff", "Obeys ‹…›@/w/sub");
    has_with(with(&nested[..1]), "git -C sub diff", "Obeys ‹…›@/w/sub");
    has_with(host(), "git -C sub diff", "Obeys .@/w/sub");
}

#[test]
fn rule_12_let_is_arithmetic() {
    mild("let x=1+2");
    mild("x=1; let 'x += 2 * 3'");
    for line in ["let x=y", "let 'x=a[$(touch p)]'", "let 'x=1)); touch y; ((1'", "let \"$x\"", "let PATH=1; ls"] {
        not_mild(line);
    }
}
