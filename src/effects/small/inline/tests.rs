use super::*;

fn known(text: &str) -> Name {
    Name::Known(text.to_owned())
}

/// What the search adds to the code itself.
fn found(language: Language, script: &str) -> Vec<Act> {
    let mut acts: Vec<Act> = read(language, script).steps.into_iter().map(|step| step.act).collect();
    assert_eq!(acts.remove(0), Act::Runs(Code::Inline(language)));
    acts
}

#[test]
fn opening_for_writing_is_seen() {
    let writes = [Act::Writes(known("out.txt"))];
    assert_eq!(found(Language::Python, "open('out.txt', 'w').write('x')"), writes);
    assert_eq!(found(Language::Python, "open('out.txt', encoding='utf-8', mode=\"a\")"), writes);
    assert_eq!(found(Language::Python, "import os; os.makedirs('out.txt')"), writes);
    assert_eq!(found(Language::Python, "import shutil; shutil.copy('a', 'out.txt')"), writes);
    assert_eq!(
        found(Language::Python, "from pathlib import Path; Path('x').write_text('y')"),
        [Act::Writes(Name::Unknown)]
    );
    assert_eq!(found(Language::Python, "open(name, 'w')"), [Act::Writes(Name::Unknown)]);
    assert_eq!(
        found(Language::Python, "open('out.txt', mode)"),
        [Act::Reads(known("out.txt")), Act::Writes(known("out.txt"))]
    );
    assert_eq!(found(Language::Node, "require(\"fs\").writeFileSync(\"out.txt\",\"\")"), writes);
    assert_eq!(found(Language::Node, "Bun.write('out.txt', 'x')"), writes);
    assert_eq!(found(Language::Perl, "open F,q(>out.txt)"), writes);
    assert_eq!(found(Language::Perl, "open(my $f, '>>', 'out.txt')"), writes);
    assert_eq!(found(Language::Ruby, "File.write('out.txt', 1)"), writes);
    assert_eq!(found(Language::Ruby, "File.open(\"out.txt\", \"w\") { |f| f.puts 1 }"), writes);
    assert_eq!(found(Language::Php, "touch('out.txt');"), writes);
    assert_eq!(found(Language::Php, "file_put_contents('out.txt', 'x');"), writes);
}

#[test]
fn reading_and_printing_is_not_writing() {
    for (language, script) in [
        (Language::Node, "process.stdout.write('x')"),
        (Language::Node, "console.log(/a/.exec('a'))"),
        (Language::Python, "import sys; sys.stdout.write(str(value >> 16))"),
        (Language::Python, "import json,sys; print(json.load(sys.stdin)['x'])"),
        (Language::Python, "print('a'.replace('b', 'c'), is_open(1), reopen('w'))"),
        (Language::Perl, "print if /x/; s/a > b/c/"),
        (Language::Ruby, "puts 1; [1].each { |x| p x }"),
        (Language::Php, "echo 1 > 2;"),
    ] {
        assert_eq!(found(language, script), [], "{script}");
    }
    assert_eq!(found(Language::Python, "print(open('a.txt').read())"), [Act::Reads(known("a.txt"))]);
    assert_eq!(found(Language::Python, "open('a.txt', 'rb')"), [Act::Reads(known("a.txt"))]);
    assert_eq!(found(Language::Perl, "open(F, '<', 'a.txt')"), [Act::Reads(known("a.txt"))]);
}

#[test]
fn shelling_out_is_seen() {
    let shell = |text: &str| Act::Runs(Code::Shell(known(text)));
    let program = |text: &str| Act::Runs(Code::Program(known(text)));
    assert_eq!(found(Language::Python, "import os; os.system('ls x')"), [shell("ls x")]);
    let mentioned = Act::Runs(Code::Program(Name::Unknown));
    assert_eq!(found(Language::Python, "from subprocess import run"), std::slice::from_ref(&mentioned));
    assert!(found(Language::Python, "import subprocess; subprocess.run(['git', 'status'])").contains(&program("git")));
    assert!(found(Language::Python, "subprocess.run('ls | wc', shell=True)").contains(&shell("ls | wc")));
    assert!(found(Language::Node, "require('child_process').execSync('ls x')").contains(&shell("ls x")));
    assert!(found(Language::Node, "await Bun.$`ls`").contains(&mentioned));
    assert!(found(Language::Node, "spawnSync('git', ['x'])").contains(&program("git")));
    assert_eq!(found(Language::Perl, "system 'touch x'"), [shell("touch x")]);
    assert_eq!(found(Language::Ruby, "puts `ls`"), [Act::Runs(Code::Shell(Name::Unknown))]);
    assert_eq!(found(Language::Php, "echo shell_exec('ls');"), [shell("ls")]);
}

#[test]
fn deletions_hosts_and_the_environment_are_seen() {
    assert_eq!(found(Language::Python, "import os; os.remove('a')"), [Act::Deletes(known("a"))]);
    assert_eq!(found(Language::Node, "fs.unlinkSync('a')"), [Act::Deletes(known("a"))]);
    assert_eq!(found(Language::Perl, "unlink 'a'"), [Act::Deletes(known("a"))]);
    assert_eq!(found(Language::Node, "fetch('https://u:p@host.example:8/x')"), [Act::Contacts(known("host.example"))]);
    assert_eq!(found(Language::Python, "import os; print(os.environ['TOKEN'])"), [Act::ReadsEnvironment]);
    assert_eq!(
        found(Language::Python, "import os; print(os.environ['HOME'], os.environ.get('PATH'), os.getenv('USER'))"),
        []
    );
    assert_eq!(found(Language::Node, "console.log(process.env)"), [Act::ReadsEnvironment]);
    assert_eq!(found(Language::Node, "console.log(process.env.HOME)"), []);
    assert_eq!(found(Language::Perl, "print $ENV{TOKEN}"), [Act::ReadsEnvironment]);
}
