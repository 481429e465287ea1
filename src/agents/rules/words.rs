//! Globs over a whole command line, as word rules of this language.
//!
//! Elsewhere `*` runs over blanks; here it stays within one word, and only a last `*` takes all further words. So a glob becomes
//! the rules that say the same, or less where it allows and more where it forbids.

/// The words that a command begins with, each a glob.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words {
    /// Globs over the first words.
    pub words: Vec<String>,
    /// Further words may follow.
    pub open: bool,
}

impl Words {
    /// As an entry of a `rules` fact has it, without verdict and tool.
    pub fn text(&self) -> String {
        let mut words = self.words.clone();
        if self.open {
            words.push("*".into());
        }
        words.join(" ")
    }
}

/// What a glob comes to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Globs {
    /// Rules that say no more than the glob.
    pub exact: Vec<Words>,
    /// What an ask must take in so that nothing that was forbidden slips through.
    pub wider: Vec<Words>,
    /// What is not the same, in words.
    pub lost: Option<String>,
    /// What is less than the glob where it allows, in words.
    pub narrower: Option<String>,
}

/// Characters that end a command or make another out of its words; a rule speaks for one command.
const SHELL: &[char] = &[';', '&', '|', '<', '>', '`', '$', '(', ')', '{', '}', '\'', '"', '\\', '\n', '#', '!'];

impl Globs {
    /// A glob in which `*` runs over blanks. A last ` *` takes the bare command as well, which is as much as it can mean anywhere.
    pub fn over_line(glob: &str) -> Globs {
        let glob = glob.trim();
        if glob.chars().all(|c| c == '*' || c.is_whitespace()) {
            return Globs {
                lost: Some("it speaks for every command, which no rule here can vouch for".into()),
                wider: vec![Words { words: Vec::new(), open: true }],
                ..Globs::default()
            };
        }
        if let Some(c) = glob.chars().find(|c| SHELL.contains(c) || !is_plain(*c)) {
            return Globs {
                lost: Some(format!("a rule speaks for one command and its plain words, and `{c}` is more than that")),
                ..Globs::default()
            };
        }
        if glob.split_whitespace().count() > MAX_WORDS {
            return Globs { lost: Some(format!("it has more than {MAX_WORDS} words")), ..Globs::default() };
        }
        let mut words: Vec<String> = glob.split_whitespace().map(|word| one_star(&word.replace('[', "[[]"))).collect();
        let mut open = words.last().is_some_and(|word| word == "*");
        if open {
            words.pop();
        }
        let mut globs = Globs::default();
        let inside = words.last_mut().filter(|_| !open).and_then(|word| word.strip_suffix('*').map(str::to_owned));
        let ends_inside = inside.is_some();
        if let (Some(whole), Some(last)) = (inside, words.last_mut()) {
            *last = whole;
            open = true;
            globs.narrower = Some("its last `*` ends inside a word; only whole words are taken over".into());
        }
        if words.iter().any(|word| word.contains('*')) {
            globs.lost = Some(format!("a `*` that is not last stands for at most {MAX_SPAN} words here"));
        }
        let lists = spans(&words);
        if lists.is_empty() {
            globs.lost = Some("it has more `*` than can be told apart here".into());
            let before: Vec<String> = words.iter().take_while(|word| !word.contains('*')).cloned().collect();
            globs.wider.push(Words { words: before, open: true });
        }
        for words in lists {
            if ends_inside {
                // `ls*` runs into other words (`lsof`) and over further ones.
                let mut wider = words.clone();
                if let Some(last) = wider.last_mut() {
                    *last = one_star(&format!("{last}*"));
                }
                globs.wider.push(Words { words: wider, open });
            }
            globs.exact.push(Words { words, open });
        }
        globs
    }

    /// Words that are no globs: a prefix, or the whole command. `None` where one cannot be written as a word of a rule.
    pub fn prefix(words: &[String], open: bool) -> Option<Words> {
        let plain = |word: &String| {
            let fine = !word.is_empty() && word.chars().all(|c| c != ' ' && is_plain(c));
            fine.then(|| word.replace('[', "[[]").replace('*', "[*]").replace('?', "[?]"))
        };
        let few = words.len() <= MAX_WORDS;
        Some(Words { words: words.iter().map(plain).collect::<Option<_>>().filter(|_| few)?, open })
    }
}

/// Most words of a glob: with what its stars become, a rule may have twice as many.
const MAX_WORDS: usize = 32;

/// A character that is seen in a policy as what it is.
pub(crate) fn is_plain(c: char) -> bool {
    c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric()
}

/// Most words that a `*` in the middle stands for.
const MAX_SPAN: usize = 6;

/// Most rules that one glob becomes.
const MAX_RULES: usize = 128;

/// A run of `*` is one.
fn one_star(word: &str) -> String {
    let mut short = String::with_capacity(word.len());
    for c in word.chars() {
        if c != '*' || !short.ends_with('*') {
            short.push(c);
        }
    }
    short
}

/// Lists of words in which each `*` stays within its word: `a*b c` is `a*b c`, `a* *b c`, `a* * *b c`, …. None: too many, or two in a word.
fn spans(words: &[String]) -> Vec<Vec<String>> {
    let mut lists: Vec<Vec<String>> = vec![Vec::new()];
    for word in words {
        let choices = match word.split_once('*') {
            None => vec![vec![word.clone()]],
            Some((_, after)) if after.contains('*') => return Vec::new(),
            Some((before, after)) => {
                let within = |between: usize| {
                    let first = format!("{before}*");
                    let last = format!("*{after}");
                    let middle = std::iter::repeat_n("*".to_owned(), between);
                    std::iter::once(first).chain(middle).chain([last]).collect::<Vec<_>>()
                };
                std::iter::once(vec![word.clone()]).chain((0..MAX_SPAN - 1).map(within)).collect()
            }
        };
        if lists.len().saturating_mul(choices.len()) > MAX_RULES {
            return Vec::new();
        }
        let longer = lists
            .iter()
            .flat_map(|list| choices.iter().map(|choice| list.iter().chain(choice).cloned().collect::<Vec<String>>()));
        lists = longer.collect();
    }
    lists
}

/// Whether two globs with `*` and `?` over characters have a text in common.
pub fn overlap(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Row by row over `a`: which ends of `b` can be reached.
    let start = |reached: &mut Vec<bool>| {
        for at in 0..b.len() {
            if reached.get(at) == Some(&true) && b.get(at) == Some(&'*') {
                set(reached, at + 1);
            }
        }
    };
    let mut reached = vec![false; b.len() + 1];
    set(&mut reached, 0);
    start(&mut reached);
    for &c in &a {
        let mut next = vec![false; b.len() + 1];
        if c == '*' {
            // It takes nothing, or any of what `b` has next.
            let mut any = false;
            for (at, slot) in reached.iter().enumerate() {
                any |= slot;
                if any {
                    set(&mut next, at);
                }
            }
        } else {
            for at in (0..b.len()).filter(|at| reached.get(*at) == Some(&true)) {
                match b.get(at) {
                    Some('*') => set(&mut next, at),
                    Some(&d) if c == d || c == '?' || d == '?' => set(&mut next, at + 1),
                    Some(_) | None => {}
                }
            }
        }
        start(&mut next);
        reached = next;
    }
    reached.last() == Some(&true)
}

fn set(flags: &mut [bool], at: usize) {
    if let Some(flag) = flags.get_mut(at) {
        *flag = true;
    }
}
