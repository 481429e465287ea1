//! The sqlite reader held against the sqlite3 shell.

mod small_oracle;

use policyc::effects::small::Language;
use small_oracle::{Random, cases, check};

const SCRIPTS: &[&str] = &[
    "select 1",
    "select 'a''b', \"c\"",
    "select writefile('f1', 'x')",
    "select \"writefile\"('f2', 'x')",
    "select WriteFile ( 'f3' , 'x')",
    "select readfile('secret')",
    "select readfile('other' || ' file')",
    "select data from fsdir where path = 'secret'",
    "select data from fsdir('secret')",
    "attach 'f4' as y; create table y.t(a)",
    "attach database 'f5' as y; create table y.t(a)",
    "create table t(a); select * from t",
    "vacuum into 'f6'",
    ".shell echo c1",
    ".system echo 'c2'",
    ".output f7",
    ".once f8",
    ".output |echo c3",
    ".output\n.help",
    ".output\nf9",
    ".tables\n.shell echo c4",
    "select 1;\n.shell echo c5",
    "/* */ select 1 -- .shell echo c6",
    "select '\n.shell echo c7'",
    ".import secret t",
    ".import \"|echo c8\" t",
    ".backup f10",
    ".save f11",
    ".read secret",
    ".read '|echo c9'",
    ".print x",
    ".mode csv",
    ".schema",
    ".sh echo c10",
    ".log f12",
    "pragma user_version",
    "pragma table_info(t)",
    "with x(a) as (select 1) select writefile('f13', a) from x",
    "explain select writefile('f14', 1)",
    "select edit('x', 'echo c11')",
    "values(writefile('f15', 1))",
    "select [writefile]('f16', 1)",
    "select `writefile`('f17', 1)",
    "select 1 where writefile('f18', 1) > 0",
    ".once -e",
    " .shell echo c12",
    "select writefile/* */('f19', 1)",
];
const PIECES: &[&str] = &[
    "'",
    "\"",
    "(",
    ")",
    ";",
    "\n",
    ".",
    " ",
    "--",
    "/*",
    "*/",
    "select ",
    "writefile('f90', 1)",
    ".shell echo c90",
    "|",
    "[",
    "]",
    "`",
    "''",
    ",",
    "readfile('secret')",
    "union select ",
    "f91",
    "-",
    "$",
    "é",
];

#[test]
fn what_sqlite_does_is_among_the_acts() {
    let mut random = Random::new(17);
    let scripts: Vec<String> = (0..cases())
        .map(|index| match SCRIPTS.get(index) {
            Some(script) => (*script).to_owned(),
            None => {
                let seed = random.pick(SCRIPTS).to_owned();
                random.mutate(&seed, PIECES)
            }
        })
        .collect();
    // The first word after the text would be a second statement.
    match check(Language::Sqlite, &["bash", "-c", "exec sqlite3 :memory: \"$1\"", "sqlite3"], &scripts) {
        Some(seen) => eprintln!("{seen:?}"),
        None => eprintln!("no oracle for sqlite3"),
    }
}
