//! Rules 14 to 25 of the page on reading a call, as far as the line decides them. Each in both directions.
use super::helper::*;
use super::*;

#[test]
fn rule_14_programs_by_name() {
    mild("cat f");
    mild("/usr/bin/cat f");
    for line in
        ["./cat f", "bin/cat f", "/usr/bin/../x f", "nobody-knows-it", "$x f", "\"$x\"", "*", "ca[t] f", "$(ls)"]
    {
        has(line, "UNKNOWN");
    }
}

#[test]
fn rule_15_functions_and_aliases_add() {
    for line in [
        "ls() { touch p; }; ls",
        "function cat { touch p; }; cat f",
        "cd() { touch p; }; cd .",
        "alias ls='touch p'; ls",
        "f() { touch p; }; f",
        "f() { touch p; }; eval f",
        "f() { touch p; }; trap f EXIT",
        "f() { touch p; }; g() { f; }; g",
        "if a; then f() { touch p; }; fi; f",
    ] {
        has(line, "Writes p@");
    }
    has("sort() { ls; }; sort -o f g", "sort -o f g [Writes f");
    has("ls() { touch p; }; ls", "ls [Sees ./**@/w, ?Writes p@/w]");
    has("alias ls=\"$x\"; ls", "Runs(Code)");
    mild("f() { ls; }; f");
    mild("f() { ls \"$1\"; }; g() { f x; }; g");
    mild("alias ll='ls -l'");
    for line in
        ["(f() { ls; }); f", "if a; then f() { ls; }; fi; f", "f() { ls; }; unset -f f; f", "f", "f; f() { ls; }"]
    {
        has(line, "f UNKNOWN");
    }
    // A builtin's namesake on the search path is another program.
    mild("env printf x");
    has("\\time -o f ls", "Writes f");
    mild("time ls");
}

#[test]
fn rule_15_fork_bombs() {
    has(":(){ :|:& };:", "Changes(Process)");
    has("f() { f | f; }; f", "Changes(Process)");
    has("f() { g & }; g() { f; }; f", "Changes(Process)");
    has("while :; do ls & done", "Changes(Process)");
    for bomb in [":(){ :|:& };:", "f() { f | f; }; f", "f() { f & f; }; f", "f() { (f & f) & }; f"] {
        has(bomb, "Changes(Capacity)");
    }
    for bounded in [
        "f() { g & }; g() { f; }; f",
        "f() { f & }; f",
        "f() { f; f & }; f",
        "f() { test -e x || exit; f | f & }; f",
        "f() { for i in 1 2; do f & done; }; f",
        "f() { f | f; } > x; f",
        "f() { f | f; }; f() { ls; }; f",
        "while :; do ls & done",
    ] {
        lacks(bounded, "Changes(Capacity)");
    }
    lacks("f() { ls & }; f", "Changes(Process)");
    lacks("f() { f; }; f", "Changes(Process)");
    lacks("while :; do ls; done & ls", "Changes(Process)");
}

#[test]
fn rule_20_wrappers_hold_commands() {
    for line in [
        "env touch p",
        "env -i touch p",
        "timeout 5 touch p",
        "nice -n 10 touch p",
        "nohup touch p",
        "command touch p",
        "exec touch p",
        "time touch p",
        "xargs touch p",
        "find . -exec touch p \\;",
        "bash -c 'touch p'",
        "sh -c 'touch p'",
        "eval touch p",
        "env timeout 5 nice bash -c 'touch p'",
        "bash -lc 'touch p'",
        "sudo touch p",
        "echo 'touch p' | sh -c 'touch p'",
        "find . -exec sh -c 'touch p' \\;",
    ] {
        has(line, "touch p");
        has(line, "Writes p@");
    }
    for line in [
        "xargs sh -c",
        "find . -exec \"$x\" {} \\;",
        "bash -c \"$x\"",
        "eval \"$x\"",
        "sh < f",
        "cat f | sh",
        "xargs -I{} sh -c '{}'",
        "source <(ls)",
        ". ./f",
        "bash x.sh",
        "env \"$x\"",
        "timeout \"$x\" ls",
    ] {
        not_mild(line);
    }
    mild("timeout 5 ls");
    mild("nohup ls | head -1");
    not_mild("nohup ls");
    mild("bash -c 'ls; cat f'");
    mild("find . -name '*.c' -exec grep -l x {} +");
}

#[test]
fn rule_20_what_eval_does_stays_and_what_a_child_shell_does_does_not() {
    has("eval 'cd ./sub' && ls > f", "f@/w/sub|/w]");
    lacks("bash -c 'cd sub' && ls > f", "f@/w/sub");
    has("bash -c 'cd ./sub && ls > f'", "f@/w/sub]");
    has("env -C ./sub bash -c 'ls > f'", "f@/w/sub]");
}

#[test]
fn rule_22_redirects_are_units_of_their_own() {
    for line in [
        "ls > f",
        "ls >> f",
        "ls >| f",
        "ls <> f",
        "ls &> f",
        "ls &>> f",
        "ls >& f",
        "> f",
        "ls 2> f",
        "{ ls; } > f",
        "while :; do ls; done > f",
        "ls {x}> f",
        "exec 3> f",
        "[[ x ]] > f",
        "f() { ls; } > f; f",
        "ls 2>&1 > f",
    ] {
        has(line, "Writes f@/w");
        assert!(read(line).units.iter().any(|unit| unit.kind == UnitKind::Redirect), "{line}");
    }
    for line in [
        "ls > /dev/null",
        "ls 2>&1",
        "ls >&2",
        "ls 2> /dev/stderr",
        "ls 2>&-",
        "ls < /dev/null",
        "ls &> /dev/null",
        "ls > /dev/stdout",
        "ls <&0",
        "> /dev/null",
    ] {
        mild(line);
    }
    has("cat < f", "Reads f@/w");
    has("exec 3<> g; ls >&3", "Writes g@/w");
    lacks("exec 3<> g; ls >&3", "Writes ‹…›");
    has("ls >&3", "Writes");
    has("ls >& $x", "Writes ‹…›");
    has("ls > $x", "Writes ‹…›");
    has("ls > $x", "?Contacts");
    has("ls > \"/dev/$x\"", "?Contacts");
    lacks("ls > ./$x", "Contacts ./");
    lacks("ls > \"./$x\"", "Contacts");
    has("ls > /dev/tcp/h/80", "Contacts h:80");
    has("cat < /dev/udp/h/80", "Contacts h:80");
    has("ls > /dev/tty", "Changes(Terminal)");
    has("cat < /dev/tty", "Changes(Terminal)");
    mild("diff <(ls) <(ls -a)");
    not_mild("diff <(ls) <(touch p)");
    mild("while read -r l; do echo \"$l\"; done < <(ls)");
}

#[test]
fn rule_23_cd_can_fail() {
    let of = |line: &str, bases: &str| has(line, &format!("Writes f@{bases}]"));
    of("cd ./d && ls > f", "/w/d");
    of("cd /d && ls > f", "/d");
    of("cd .. && ls > f", "/");
    of("cd ./d; ls > f", "/w/d|/w");
    of("cd ./d\nls > f", "/w/d|/w");
    of("cd ./d || ls > f", "/w");
    of("cd ./d || exit 1; ls > f", "/w/d");
    of("cd ./d || exit a b; ls > f", "/w/d|/w");
    of("cd ./d && cd ./e && ls > f", "/w/d/e");
    of("if cd ./d; then ls > f; fi", "/w/d");
    of("if ! cd ./d; then ls > f; fi", "/w");
    of("(cd ./d) && ls > f", "/w");
    of("(cd ./d && ls > f)", "/w/d");
    of("cd ./d | cat && ls > f", "/w");
    of("cd ./d & ls > f", "/w");
    of("{ cd ./d; } && ls > f", "/w/d");
    of("! cd ./d || ls > f", "/w/d");
    of("git -C d status; ls > f", "/w");
    of("for i in 1; do (cd ./d && ls); done; ls > f", "/w");
    for line in [
        "cd d && ls > f",
        "cd && ls > f",
        "cd - && ls > f",
        "cd \"$x\" && ls > f",
        "popd && ls > f",
        "cd ~- && ls > f",
        "cd */ && ls > f",
        "f() { cd ./d; }; f; ls > f",
        "for i in 1; do ls > f; cd ..; done",
        "cd -P l/.. && ls > f",
        "eval \"$x\"; ls > f",
        ". ./e; ls > f",
        "cd ./d && f() { ls > f; }; f",
        "trap 'ls > f' EXIT; cd ./d",
    ] {
        has(line, "Writes f@");
        assert!(
            show(&read(line)).contains("|?]") || show(&read(line)).contains("@|?]"),
            "{line}\n{}",
            show(&read(line))
        );
    }
    let unset = Host { exported: Some(Default::default()), ..host() };
    has_with(unset.clone(), "cd d && ls > f", "f@/w/d]");
    has_with(unset.clone(), "CDPATH=/x; cd d && ls > f", "f@/w/d|?]");
    has_with(unset, "CDPATH=/x cd d && ls > f", "f@/w/d|?]");
}

#[test]
fn rule_24_a_line_can_make_links() {
    has("ln -s ../.. l && ls > l/x", "l/x@/w!");
    has("ls > l/x; ln -s ../.. l", "l/x@/w!");
    has("cp -r a l && ls > l/x", "l/x@/w!");
    has("cp a \"$x\" && ls > l/x", "l/x@/w!");
    lacks("ln -s ../.. l && ls > m/x", "m/x@/w!");
    lacks("ln -s ../.. l && ls > lx", "lx@/w!");
    lacks("mkdir -p l && touch l/x", "!");
    lacks("ls > l; cat l", "!");
}

#[test]
fn rule_25_devices() {
    has("cat /dev/sda", "Changes(System)");
    has("cat /dev/tty", "Changes(Terminal)");
    has("cat /net/h/f", "Contacts h");
    has("cat /dev/../net/h/f", "Contacts h");
    for line in ["cat /dev/null", "cat /dev/zero", "head -c 9 /dev/urandom", "cat /dev/stdin", "ls /dev"] {
        mild(line);
    }
}

#[test]
fn pipes_tell_whose_output_is_read() {
    let from = |line: &str, unit: &str, source: &str| {
        let reading = read(line);
        let named = |name: &str| reading.units.iter().position(|unit| unit.program.as_deref() == Some(name));
        let at = named(unit).unwrap_or_else(|| panic!("{line}: no {unit}"));
        assert_eq!(reading.units[at].piped_from, named(source), "{line}\n{}", show(&reading));
    };
    from("cat f | bash", "bash", "cat");
    from("cat f | sudo bash", "bash", "cat");
    from("cat f | { bash; }", "bash", "cat");
    from("cat f | (ls; bash)", "bash", "cat");
    from("{ cat f; } | bash", "bash", "cat");
    from("env cat f | bash", "bash", "env");
    from("bash < <(cat f)", "bash", "cat");
    from("cat f; bash", "bash", "none");
    from("cat f | ls; bash", "bash", "none");
    from("cat f | bash <<< x", "bash", "none");
    from("cat f | bash < g", "bash", "none");
}
