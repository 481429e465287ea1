use super::*;

/// The parts of the last word of a text, in short.
fn last(text: &str) -> String {
    let script = bash(text);
    let pipeline = script.get(script.body.items)[0].pipeline;
    let CommandKind::Simple { words, .. } = script.get(pipeline.commands)[0].kind else { panic!("{text:?}") };
    show(&script, script.get(script.get(words).last().unwrap().parts))
}

fn show(script: &Script<'_>, parts: &[Part]) -> String {
    let part = |part: &Part| match part.kind {
        PartKind::Literal { text, quoting } => {
            let mark = match quoting {
                Quoting::Unquoted => "",
                Quoting::Backslash => "\\",
                Quoting::Single => "'",
                Quoting::Double => "\"",
                Quoting::Ansi => "$'",
                Quoting::Locale => "$\"",
                Quoting::HereDoc => "<<",
            };
            format!("{mark}{}", script.text(text))
        }
        PartKind::Param { param, quoted } => {
            let param = script.one(param).unwrap();
            let quoted = if quoted { "\"" } else { "" };
            let name = match param.name {
                Name::Variable(span) | Name::Positional(span) => script.text(span).to_owned(),
                Name::Special(byte) => char::from(byte).to_string(),
            };
            match param.op {
                ParamOp::None if param.subscript.is_none() => format!("{quoted}${name}"),
                _ => format!("{quoted}${{{name} {}}}", script.text(param.span)),
            }
        }
        PartKind::CommandSub { body, .. } => format!("$({})", script.text(body.span)),
        PartKind::ProcSub { body, .. } => format!("<({})", script.text(body.span)),
        PartKind::ArithSub { expression, .. } => {
            format!("$(({}))", show(script, script.get(expression)))
        }
        PartKind::Glob(Glob::Star) => "<*>".to_owned(),
        PartKind::Glob(Glob::Question) => "<?>".to_owned(),
        PartKind::Glob(Glob::Bracket { parts }) => {
            format!("<[{}]>", show(script, script.get(parts)))
        }
        PartKind::Glob(Glob::Extended { .. }) => "<ext>".to_owned(),
        PartKind::Brace { alternatives } => {
            let alternatives: Vec<_> =
                script.get(alternatives).iter().map(|it| show(script, script.get(it.parts))).collect();
            format!("{{{}}}", alternatives.join(","))
        }
        PartKind::BraceRange { from, to, .. } => {
            format!("{{{}..{}}}", script.text(from), script.text(to))
        }
        PartKind::Tilde { user } => format!("~{}~", script.text(user)),
        PartKind::Array { elements } => format!("({})", script.get(elements).len()),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

#[test]
fn quotes_are_removed() {
    assert_eq!(last("echo a'b'\"c\"\\d$'e\\n'"), "a 'b \"c \\d $'e\n");
    assert_eq!(last("echo ''"), "'");
    assert_eq!(last("echo \"\""), "\"");
    assert_eq!(last("echo \"a\\\"\\$\\x\""), "\"a \"\" \"$ \"\\x");
    assert_eq!(last("echo a\\\nb"), "a b");
    assert_eq!(last("echo $'a\\0b'"), "$'a");
    assert_eq!(last("echo $'\\x41\\u00e9\\101\\cG\\''"), "$'AéA\u{7}'");
}

#[test]
fn literal_words_are_text() {
    let literal = |text: &str| {
        let script = bash(text);
        let command = script.all::<Command>()[0];
        let CommandKind::Simple { words, .. } = command.kind else { panic!() };
        script.literal(script.get(words)[0]).map(std::borrow::Cow::into_owned)
    };
    assert_eq!(literal("r\\m").as_deref(), Some("rm"));
    assert_eq!(literal("'r'\"m\"").as_deref(), Some("rm"));
    assert_eq!(literal("''").as_deref(), Some(""));
    assert_eq!(literal("[").as_deref(), Some("["));
    assert_eq!(literal("r$x"), None);
    assert_eq!(literal("r*"), None);
}

#[test]
fn globs_are_marked_where_unquoted() {
    assert_eq!(last("ls *.c"), "<*> .c");
    assert_eq!(last("ls \\*'?'\"[a]\""), "\\* '? \"[a]");
    assert_eq!(last("ls [!a-z]x"), "<[!a-z]> x");
    assert_eq!(last("ls []a]"), "<[]a]>");
    assert_eq!(last("ls [[:alpha:]]"), "<[[:alpha:]]>");
    assert_eq!(last("ls [a\"]\"b]"), "<[a \"] b]>");
    assert_eq!(last("ls [a"), "[a");
    assert_eq!(last("ls a]"), "a]");
    assert_eq!(last("ls [*]"), "<[*]>");
    assert_eq!(last("ls [$x]"), "<[$x]>");
}

#[test]
fn braces_expand_as_bash_expands_them() {
    assert_eq!(last("echo a{b,c}d"), "a {b,c} d");
    assert_eq!(last("echo {a,{b,c}}"), "{a,{b,c}}");
    assert_eq!(last("echo {a{b,c}}"), "{ a {b,c} }");
    assert_eq!(last("echo {1..5}"), "{1..5}");
    assert_eq!(last("echo {1..$n}"), "{ 1.. $n }");
    assert_eq!(last("echo {}"), "{}");
    assert_eq!(last("echo {a}"), "{a}");
    assert_eq!(last("echo \"{a,b}\""), "\"{a,b}");
    assert_eq!(last("echo {a\\,b}"), "{a \\, b}");
    assert_eq!(last("echo {,x}"), "{,x}");
    assert_eq!(last("echo {a,"), "{ a ,");
    assert_eq!(last("echo }{a,b}"), "} {a,b}");
    assert_eq!(last("echo {{a,b}"), "{ {a,b}");
    assert_eq!(last("x={a,b} y"), "y");
}

#[test]
fn tildes_stand_where_bash_expands_them() {
    assert_eq!(last("ls ~"), "~~");
    assert_eq!(last("ls ~/x"), "~~ /x");
    assert_eq!(last("ls ~bob/x"), "~bob~ /x");
    assert_eq!(last("ls \\~/x"), "\\~ /x");
    assert_eq!(last("ls a~"), "a~");
    assert_eq!(last("ls ~$x"), "~ $x");
    assert_eq!(last("make a=~/x:~/y"), "a= ~~ /x: ~~ /y");
    assert_eq!(last("make --a=~/x"), "--a=~/x");
    assert_eq!(last("make a=b=~"), "a=b=~");
    assert_eq!(last("ls {~/a,b,~/c}"), "{~~ /a,b,~~ /c}");
    assert_eq!(last("ls {a~/b,c}"), "{a~/b,c}");
    for unproved in
        ["ls x{~/a,b}", "ls {~,a}/b", "ls {a,{~/b,c}}", "make b+\\\n=~/a", "make b\\\n=~/a", "ls {~/a}{b,c}"]
    {
        assert!(matches!(reason(unproved, Dialect::Bash), Some(Reason::Unproved(_))), "{unproved:?}");
    }
}

#[test]
fn expansions_hold_their_parts() {
    assert_eq!(last("echo \"a$b\""), "\"a \"$b");
    assert_eq!(last("echo $10"), "$1 0");
    assert_eq!(last("echo ${10}"), "$10");
    assert_eq!(last("echo $@$#"), "$@ $#");
    assert_eq!(last("echo $(a b)"), "$(a b)");
    assert_eq!(last("echo $((1+$x))"), "$((1+ \"$x))");
    assert_eq!(last("echo \"$\""), "\"$");
    assert_eq!(last("echo a$"), "a$");
    assert_eq!(last("declare a=(1 2)"), "a= (2)");
}

#[test]
fn operands_are_parts() {
    let script = bash("echo ${x:-$(a) b}");
    let ParamOp::Fallback { colon: true, word, .. } = script.all::<Param>()[0].op else { panic!() };
    assert_eq!(show(&script, script.get(word)), "$(a)  b");
    let script = bash("echo \"${x//\\//_}\"");
    let ParamOp::Replace { pattern, with: Some(with), .. } = script.all::<Param>()[0].op else { panic!() };
    assert_eq!(show(&script, script.get(pattern)), "\\/");
    assert_eq!(show(&script, script.get(with)), "_");
    let script = bash("echo ${!x} ${!a[@]} ${!p*}");
    let params: Vec<_> = script.all::<Param>().iter().map(|param| (param.indirect, param.op)).collect();
    assert_eq!(params, [(true, ParamOp::None), (false, ParamOp::Keys), (false, ParamOp::Names)]);
}

/// bash takes the inner quotes of `"${x:-"…"}"` for the end of the outer ones where it expands braces and removes backslashes,
/// and counts the braces of a `${…}` where it looks for those that expand; and it looks for dollars after braces.
#[test]
fn operands_that_bash_reads_twice_are_unproved() {
    for unproved in [
        "echo \"${x:-\"{a,b}\"}\"",
        "echo \"${x:-\"a\\~b\"}\"",
        "echo \"${x:-\"it's\"}\"",
        "echo \"${x:-\"a$\"}\"",
        "echo {a$,}HOME",
        "echo ${x-{a}{b,c}",
        "echo ${x-'{'}{b,c}",
        "echo ${x:-\\\n~/a}",
    ] {
        assert!(matches!(reason(unproved, Dialect::Bash), Some(Reason::Unproved(_))), "{unproved:?}");
    }
    for read in
        ["echo \"${x:-\"a b\"}\"", "echo \"${x:-\"${y}\"}\"", "echo ${x}{b,c}", "echo ${x:-${y}}{b,c}", "echo ${x-{a}"]
    {
        bash(read);
    }
}

#[test]
fn here_documents_hold_what_is_expanded() {
    let body = |text: &str| {
        let script = bash(text);
        let here_doc = script.all::<HereDoc>()[0];
        (show(&script, script.get(here_doc.body)), here_doc.ended)
    };
    assert_eq!(body("cat <<E\na $x\\$y\nE\n"), ("\"a  \"$x \"$ \"y\n".to_owned(), true));
    assert_eq!(body("cat <<'E'\na $x\nE"), ("<<a $x\n".to_owned(), true));
    assert_eq!(body("cat <<-E\n\ta\n\tE"), ("\"a\n".to_owned(), true));
    assert_eq!(body("cat <<E\na"), ("\"a".to_owned(), false));
}

#[test]
fn backticks_lose_their_backslashes() {
    let script = bash("echo `a \\`b \\$c\\``");
    assert_eq!(words(&script), ["b", "$c", "a", "`b $c`", "echo", "`a \\`b \\$c\\``"]);
}

#[test]
fn complete_lines_before_an_error_are_kept() {
    let script = read(b"a\nb; c\nd )\ne", Dialect::Bash);
    assert_eq!(words(&script), ["a", "b", "c"]);
    let unreadable = script.unreadable.unwrap();
    assert_eq!((unreadable.from, unreadable.at, unreadable.reason), (7, 9, Reason::Syntax));
    assert!(script.all::<Part>().iter().all(|part| part.span.end <= 7));
}

#[test]
fn nothing_that_was_given_up_stays() {
    let script = bash("((a '(' $x; b) | (c))");
    assert_eq!(words(&script), ["a", "'('", "$x", "b", "c"]);
    let script = read(b"a\nb $(c) `\\`d\\`` <<E >f )", Dialect::Bash);
    assert_eq!(words(&script), ["a"]);
    assert_eq!(script.all::<Redirect>().len() + script.all::<HereDoc>().len(), 0);
    assert_eq!(script.all::<Word>().len(), 1);
}
