//! The awk reader held against gawk, mawk, busybox and the original awk.

mod small_oracle;

use policyc::effects::small::Language;
use small_oracle::{Random, cases, check, everyday};

const STATEMENTS: &[&str] = &[
    "print > \"f1\"",
    "print $1 > \"f2\"",
    "print $1, $2 >> \"f3\"",
    "printf(\"%s\\n\", $1) > \"f4\"",
    "print(1)(2) > \"f5\"",
    "print ($1 > 2)",
    "print $1 > \"f6\" \"x\"",
    "print \"a\" \"b\" > $1",
    "print > (\"f7\")",
    "print a[1 > 2]",
    "print a > 2 ? \"f8\" : \"f9\"",
    "print (1, 2) > \"f10\"",
    "print 1 | \"echo c1\"",
    "print | \"echo c2\" \" x\"",
    "print 1 |& \"echo c3\"",
    "system(\"echo c4\")",
    "system(\"echo \" $1)",
    "\"echo c5\" | getline",
    "\"echo c6\" | getline x",
    "x = \"echo c7\" | getline",
    "\"echo \" \"c8\" | getline x",
    "while ((\"echo c9\" | getline x) > 0) n++",
    "while ((getline line < \"secret\") > 0) print line",
    "getline x < \"secret\"; print x",
    "getline x < \"other\" \" file\"; print x",
    "getline < \"secret\" ; print",
    "getline x < f; print x",
    "f = \"secret\"",
    "print ENVIRON[\"CANARY\"]",
    "for (k in ENVIRON) print ENVIRON[k]",
    "ARGV[1] = \"secret\"",
    "ARGV[ARGC++] = \"secret\"",
    "x = $1 / 2",
    "x = 4 / 2 / 1",
    "if (x > \"f11\") print",
    "if (1) print > \"f12\"; else print > \"f13\"",
    "for (i = 0; i < 2; i++) print i > \"f14\"",
    "do print > \"f15\"; while (0)",
    "$0 ~ /a > \"f16\"/",
    "x = /[/]/ ? 1 : 2",
    "gsub(/[^/]+/, \"x\")",
    "gsub(/\\//, \"x\")",
    "sub(/[[:alpha:]/]/, \"x\")",
    "x = /=/",
    "x /= 2",
    "y = x++ / 2",
    "y = x++/2 > \"f17\"",
    "print x++/2 > \"f18\"",
    "{print > \"f19\"}",
    "close(\"f1\")",
    "n = split(\"secret\", ARGV)",
    "delete ARGV[1]",
    "next",
    "exit",
    "getline",
    "return",
    "length",
    "print length > \"f20\"",
    "print length / 2 > \"f21\"",
    "# print > \"c10\"",
    "print \"\\\" > \\\"\" > \"f22\"",
    "print -1 \" \" -1 > \"f23\"",
    "print a b > \"f24\"",
    "print!x > \"f25\"",
    "print x=1 > \"f26\"",
    "print 1>\"f27\"",
    "print 1>2",
    "print 1>=2",
    "print a, b >\\\n\"f28\"",
    "print a,\n b > \"f29\"",
    "print \"x\" > \"f30\" ; x = 1 > 2",
    "print x ? y : z > \"f31\"",
    "print x in a > \"f32\"",
    "print (1,2) in a > \"f33\"",
    "print $1$2 > \"f34\"",
    "print $i++ > \"f35\"",
    "if (!(1 in a)) print > \"f36\"",
    "print > \"./f37\"",
    "print > \"/dev/stderr\"",
    "print > \"/dev/stdout\"",
    "print 1 > \"f38\" \"\" | \"echo c11\"",
    "printf \"x\" > \"f39\"",
    "print getline < \"secret\"",
    "print \"echo c12\" | getline",
    "print f(1) > \"f40\"",
    "x = f(2) > \"f41\"",
    "switch (x) { case /a/: print > \"f42\" }",
    "print > \"\\x66\" \"43\"",
    "print > \"\\x6644\"",
    "print a[\"x\"] > \"f45\"",
    "print a[1]/2 > \"f46\"",
    "print (x)/2 > \"f47\"",
    "if (x) /a/",
    "if (x) / 2 > \"f48\" / 3",
    "system(\"\")",
    "x = \"a\" > \"f49\"",
    "(x = 1) > \"f50\"",
    "print(1) > \"f51\"",
    "print (1) > \"f52\"",
    "ENVIRON[\"X\"] = 1",
    "print length(x) > \"f53\"",
    "print substr(\"abc\", 1 > 2) > \"f54\"",
    "print 1 , 2 > \"f55\" \"y\"",
    "@f(1)",
    "print; getline x < \"secret\" \"\" ; print x",
    "\"cat secret\" | getline; print",
    "print @/x/ > \"f56\"",
    "printf \"a\", 1 > \"f57\"",
    "print (a)\" > \"\"f58\"",
    "print 1 > \"f59\" > \"f60\"",
    "print 1 > \"f61\" ? 1 : 2",
    "print /a/ > \"f62\"",
    "print /a/ /b/ > \"f63\"",
];
const PATTERNS: &[&str] = &[
    "",
    "",
    "",
    "BEGIN",
    "END",
    "BEGIN",
    "/foo/",
    "$1 > \"f70\"",
    "NR == 1",
    "NR > 1 && /x/",
    "/a/,/b/",
    "!x",
    "/[/]/",
    "function f(x)",
    "x ~ /b/",
    "(1) / 2",
];
const SEPARATORS: &[&str] = &[";", ";", "; ", "\n", " \n", "", "}", " # x\n", "\\\n", " && ", ","];
const PIECES: &[&str] = &[
    "/",
    "\\",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ">",
    "|",
    ";",
    "\n",
    "#",
    ",",
    " ",
    "=",
    "!",
    "~",
    "$",
    "++",
    "?",
    ":",
    "<",
    "&&",
    "||",
    "print ",
    "getline ",
    "in ",
    "x",
    "1",
    "a[",
    "> \"f90\"",
    "| \"echo c90\"",
    "/ > \"f91\" /",
    "\\\n",
    "if (x) ",
    "else ",
    "f(",
    "length ",
    "\\\"",
    "[^",
    "]/",
    "\\/",
    "|&",
    ">>",
    "**",
    "-",
    "%",
    "@",
    "é",
    "\r",
    "/=",
    "return ",
    "while (x) ",
    "delete ",
];

fn program(random: &mut Random) -> String {
    if random.below(4) == 0 {
        let seed = random.pick(everyday::AWK).to_owned();
        return random.mutate(&seed, PIECES);
    }
    let mut program = String::new();
    for _ in 0..=random.below(2) {
        program += random.pick(PATTERNS);
        program += "{";
        for _ in 0..=random.below(3) {
            program += random.pick(STATEMENTS);
            program += random.pick(SEPARATORS);
        }
        program += random.pick(&["}", "}\n", "};"]);
    }
    if program.contains("f(") && !program.contains("function") {
        program += "function f(x) { return x }";
    }
    if random.below(2) == 0 { program } else { random.mutate(&program, PIECES) }
}

#[test]
fn what_awk_does_is_among_the_acts() {
    let mut random =
        Random::new(std::env::var("POLICYC_ORACLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(3));
    let programs: Vec<String> = (0..cases()).map(|_| program(&mut random)).collect();
    for awk in [["gawk"].as_slice(), &["mawk"], &["busybox", "awk"], &["original-awk"], &["gawk", "--traditional"]] {
        match check(Language::Awk, awk, &programs) {
            Some(seen) => eprintln!("{awk:?}: {seen:?}"),
            None => eprintln!("no oracle for {awk:?}"),
        }
    }
}
