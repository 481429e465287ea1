//! The sed reader held against GNU sed: what a script wrote, ran or read must be among its acts.

mod small_oracle;

use policyc::effects::small::Language;
use small_oracle::{Random, cases, check};

const ADDRESSES: &[&str] = &[
    "", "", "", "1", "$", "/foo/", "\\,a/b,", "1,2", "/f/,+1", "2,~2", "0~2", "0,/x/", "/[/]b/", "/FOO/I", "$!", "1!", "2 , 3 ",
    "/a\\/b/", "/[[:digit:]]/M", "1~w", "\\wfoow", "/[]/]/", "/[^]/]x/", "/\\[/",
];
const COMMANDS: &[&str] = &[
    "p", "d", "=", "N", "n", "x", "h", "G", "D", "P", "z", "F", "l", "l 3", "q", "q5", "Q", "b", "bx", "b x ", "tx", ":x", ":x ", ": x",
    "{", "{", "}", "}", "#n", "# w c1", "a w t1", "a\\\nw t2", "a\\\n  w t3\\\nw t4", "i\\w t5", "c w t6\\", "a\\", "a \\\nw t7", "a\\\\",
    "i\\\\\nw t8", "$!N", "w f1", "w f2 ", "W f3", "w f4;p", "w f5}", "w", "r secret", "R secret", "r secret;p", "r other file",
    "e", "e echo c1", "e echo c2;p", "e\\\necho c3", "e echo c4\\\nw t9", "e  echo c5 }", "s/o/w f6/", "s/o/x/w f7", "s/o/x/gpw f8",
    "s/o/x/ w f9", "s/.*/echo c6/e", "s/.*/echo c7/ge", "s,.*,echo c8,Ie", "s|o|w f10|2p", "s/[/]/w f11/", "s/[^/]*/x/w f12",
    "s/[\\/]/x/w f13", "s/[]/]/w f14/", "s/a\\/b/w f15/", "s/o\\\n/x/w f16", "s/o/\\\n/w f17", "s/o/x/#w c2", "s/o/x/}", "s/x/y/;",
    "s]o]w f18]", "swowxww f19", "s o x w f20", "s;o;x;w f21", "s#o#x#w f22", "s}o}x}w f23", "s/[[:alpha:]/]/x/w f24", "s/[[.-.]/]/x/w f25",
    "s/[[:a/]]/w f26/", "y/abc/xyz/", "y/o/\\\n/", "y,a\\,b,xyz,", "y/a/b/w f27", "v", "v 4.2", "v4.2 w f28", "T", "Tx;", "w/dev/stdout",
    "w /dev/stderr", "s/o/x/w /dev/stdout", "bx}", "bx}w f29", "k", "L", "M", "s/é/x/w f30", "s[o[x[w f31", "s]a[b]c]d]w f32]", "s\\o\\x\\w f33",
];
const SEPARATORS: &[&str] = &[";", ";", "\n", "\n", "", " ", "; ", " ;", "\n\n", "\\\n", "}", ";}", "\n}", "\t", "\r\n", ";;", "#", "\\"];
const PIECES: &[&str] = &[
    "/", "\\", "[", "]", "\n", ";", "{", "}", "w", "e", "s", "a", " ", "!", ",", "#", "^", ":", "w f90\n", "e echo c90\n", "[^", "[:", ":]", "\\\n",
    "~", "+", "I", "g", "\r", "$", "r secret\n", "\\[", "\\/", "é", "[=", "[.", "\t",
];

fn script(random: &mut Random) -> String {
    let mut script = String::new();
    for _ in 0..=random.below(4) {
        script += random.pick(ADDRESSES);
        script += random.pick(COMMANDS);
        script += random.pick(SEPARATORS);
    }
    if random.below(2) == 0 { script } else { random.mutate(&script, PIECES) }
}

#[test]
fn what_sed_does_is_among_the_acts() {
    let mut random = Random::new(std::env::var("POLICYC_ORACLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7));
    let scripts: Vec<String> = (0..cases()).map(|_| script(&mut random)).collect();
    for program in [["sed", "-e"].as_slice(), &["sed", "-n", "-E", "-e"], &["sed", "-s", "-z", "-e"], &["sed", "--posix", "-e"], &["busybox", "sed", "-e"]] {
        match check(Language::Sed, program, &scripts) {
            Some(seen) => eprintln!("{program:?}: {seen:?}"),
            None => eprintln!("no oracle for {program:?}"),
        }
    }
}
