use super::super::{Act, Code, Name};
use super::*;

fn acts(script: &str) -> Vec<Act> {
    let reading = read(script).unwrap_or_else(|error| panic!("{script:?}: {error:?}"));
    reading.steps.into_iter().map(|step| step.act).collect()
}

fn known(text: &str) -> Name {
    Name::Known(text.to_owned())
}

#[test]
fn queries_only_look() {
    for script in [
        "select 1",
        "SELECT * FROM t;",
        "select a, count(*) from t group by a having count(*) > 1 order by 2 desc limit 10",
        "select json_extract(data, '$.a') from t where b like '%x%' and c in (1, 2)",
        "with x(a) as (select 1) select * from x",
        "with recursive c(x) as (values(1) union all select x+1 from c where x < 5) select x from c",
        ".tables",
        ".schema users",
        ".mode csv\n.headers on",
        "pragma table_info(t)",
        "PRAGMA main.user_version;",
        "explain query plan select 1",
        "select 'writefile(1)', \"a b\" -- load_extension(1)",
        "select replace(a, 'x', 'y') from t /* ; drop table t */",
        "select name from sqlite_master where type='table' order by name;",
        ".dump",
        "with x as (select case a when 1 then 2 end from t) select * from x",
        "select strftime('%Y', d), edit from t",
    ] {
        assert_eq!(acts(script), [], "{script}");
    }
}

#[test]
fn files_extensions_and_commands_are_seen() {
    assert_eq!(acts("select writefile('out.txt','x')"), [Act::Writes(known("out.txt"))]);
    assert_eq!(acts("select \"writefile\"(a, b) from t"), [Act::Writes(Name::Unknown)]);
    assert_eq!(acts("select ReadFile('in')"), [Act::Reads(known("in"))]);
    assert_eq!(acts("select * from fsdir where path = '.'"), [Act::Reads(Name::Unknown)]);
    assert_eq!(acts("select load_extension('./x')"), [Act::Runs(Code::Library(known("./x")))]);
    assert_eq!(acts("select edit(a) from t"), [Act::Runs(Code::Shell(Name::Unknown))]);
    assert_eq!(acts(".shell touch x"), [Act::Runs(Code::Shell(known("touch x")))]);
    assert_eq!(acts(".system touch 'x'"), [Act::Runs(Code::Shell(Name::Unknown))]);
    assert_eq!(acts(".output out.txt"), [Act::Writes(known("out.txt"))]);
    assert_eq!(acts(".import \"|touch x\" t"), [Act::Runs(Code::Shell(Name::Unknown)), Act::Writes(Name::Unknown)]);
    assert_eq!(acts(".output\n.help"), [Act::Writes(known(".help"))]);
    assert_eq!(acts(".read x.sql"), [Act::Runs(Code::Library(known("x.sql")))]);
    assert_eq!(acts("attach 'y.db' as y"), [Act::Reads(known("y.db")), Act::Writes(known("y.db"))]);
}

#[test]
fn changes_write() {
    for script in [
        "insert into t(a) values(1)",
        "update t set a = 1",
        "delete from t",
        "drop table t",
        "create table t(a varchar(10), primary key(a))",
        "vacuum",
        "vacuum into 'x'",
        "with x as (select 1) delete from t",
        "pragma user_version = 3",
        "pragma journal_mode(wal)",
        "select 1; drop table t",
        "select 1\ndrop table t",
        "begin",
        "replace into t values(1)",
    ] {
        assert_eq!(acts(script), [Act::Writes(Name::Unknown)], "{script}");
    }
}

#[test]
fn what_is_not_proved() {
    for script in [
        "select f(1)",
        "select 1\nattach 'x' as y",
        "select 'x",
        "/* x",
        "create virtual table x using csv(filename='y')",
        "pragma writable_schema = 1",
        ".sh ls",
        ".cd x",
        ".archive -x",
        "select 1;\n.shell ls",
        ".tables\nselect 1",
        "foo",
        "select \u{1}",
    ] {
        assert!(read(script).is_err(), "{script:?}");
    }
}
