//! Quick answers about two trails, component by component: do they share a path, does one plainly hold the other?

use super::class::Class;
use super::part::{Part, PartRef, Pattern, Route, Token, Trail};

/// Is there a path in both?
pub(super) fn meets<A: Route + ?Sized, B: Route + ?Sized>(a: &A, b: &B) -> bool {
    // Before the first `**` and behind the last, components stand against each other; most trails differ there.
    let (mut start, mut ends) = (0, (a.size(), b.size()));
    while start < ends.0.min(ends.1) {
        match (a.at(start), b.at(start)) {
            (Some(PartRef::Deep), _) | (_, Some(PartRef::Deep)) | (None, _) | (_, None) => break,
            (Some(own), Some(other)) if parts_meet(own, other) => start += 1,
            (Some(_), Some(_)) => return false,
        }
    }
    while start < ends.0.min(ends.1) {
        match (a.at(ends.0 - 1), b.at(ends.1 - 1)) {
            (Some(PartRef::Deep), _) | (_, Some(PartRef::Deep)) | (None, _) | (_, None) => break,
            (Some(own), Some(other)) if parts_meet(own, other) => ends = (ends.0 - 1, ends.1 - 1),
            (Some(_), Some(_)) => return false,
        }
    }
    let only_deep = |route: Option<PartRef<'_>>, end: usize| end == start + 1 && route == Some(PartRef::Deep);
    if ends == (start, start) || only_deep(a.at(start), ends.0) || only_deep(b.at(start), ends.1) {
        return true;
    }
    // Where one begins and the other ends with `**`, each takes what the other says beside it.
    let deep = |route: Option<PartRef<'_>>| route == Some(PartRef::Deep);
    let begins = (ends.0 > start && deep(a.at(start)), ends.1 > start && deep(b.at(start)));
    if (begins.0 && ends.1 > start && deep(b.at(ends.1 - 1))) || (begins.1 && ends.0 > start && deep(a.at(ends.0 - 1)))
    {
        return true;
    }
    meets_between(a, b, start, ends)
}

/// As [`meets`], for what lies from `start` to the end of each.
fn meets_between<A: Route + ?Sized, B: Route + ?Sized>(a: &A, b: &B, start: usize, ends: (usize, usize)) -> bool {
    let width = ends.1 - start + 1;
    let mut seen = vec![false; (ends.0 - start + 1) * width];
    let mut open = vec![(start, start)];
    while let Some((i, j)) = open.pop() {
        match seen.get_mut((i - start) * width + j - start) {
            Some(seen) if !*seen => *seen = true,
            Some(_) | None => continue,
        }
        let (own, other) = (a.at(i).filter(|_| i < ends.0), b.at(j).filter(|_| j < ends.1));
        match (own, other) {
            (None, None) => return true,
            (Some(PartRef::Deep), None) => open.push((i + 1, j)),
            (None, Some(PartRef::Deep)) => open.push((i, j + 1)),
            (Some(own), Some(other)) if own == PartRef::Deep || other == PartRef::Deep => {
                let (a_deep, b_deep) = (own == PartRef::Deep, other == PartRef::Deep);
                // A `**` ends here, or takes the other's component.
                if a_deep {
                    open.push((i + 1, j));
                }
                if b_deep {
                    open.push((i, j + 1));
                }
                if a_deep != b_deep {
                    open.push(if a_deep { (i, j + 1) } else { (i + 1, j) });
                }
            }
            (Some(own), Some(other)) if parts_meet(own, other) => open.push((i + 1, j + 1)),
            (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) => {}
        }
    }
    false
}

/// Is there a path in both, at whose place a pattern of `a` spells the better part of a component of `member`? Such a pattern
/// was written with the member in mind.
pub(super) fn tells(a: &[Part], member: &[Part]) -> bool {
    let width = member.len() + 1;
    a.iter().enumerate().any(|(i, part)| {
        let Part::Like(pattern) = part else { return false };
        let (before, after) = (a.get(..i).unwrap_or_default(), a.get(i + 1..).unwrap_or_default());
        // All that lies in a directory of the set is told by the directory.
        let is_known = before.iter().all(|part| matches!(part, Part::Name(_)));
        if is_known && member.last() == Some(&Part::Deep) && member.len() > 1 && meets(before, member) {
            return true;
        }
        (0..width).any(|j| {
            let Some(own) = member.get(j) else { return false };
            is_spelled(pattern, own)
                && parts_meet(part.borrowed(), own.borrowed())
                && meets(before, member.get(..j).unwrap_or_default())
                && meets(after, member.get(j + 1..).unwrap_or_default())
        })
    })
}

/// Two characters of a pattern's beginning, half of a name, or the whole of a suffix.
fn is_spelled(pattern: &Pattern, name: &Part) -> bool {
    let start = |tokens: &[Token]| tokens.iter().map_while(literal).collect::<String>();
    let end = |tokens: &[Token]| tokens.iter().rev().map_while(literal).collect::<String>();
    let common = |a: &str, b: &str| a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let own = start(&pattern.tokens);
    match name {
        Part::Deep => false,
        Part::Name(name) => {
            let spelled = pattern.tokens.iter().filter_map(literal).count();
            common(&own, name) >= 2 || spelled * 2 >= name.chars().count()
        }
        Part::Like(name) => {
            let suffix = end(&name.tokens);
            common(&own, &start(&name.tokens)) >= 2
                || (name.tokens.first() == Some(&Token::Run)
                    && suffix.len() >= 2
                    && end(&pattern.tokens).starts_with(&suffix))
        }
    }
}

fn literal(token: &Token) -> Option<char> {
    match token {
        Token::Char(c) => Some(*c),
        Token::One(_) | Token::Run => None,
    }
}

fn parts_meet(a: PartRef<'_>, b: PartRef<'_>) -> bool {
    match (a, b) {
        (PartRef::Deep, _) | (_, PartRef::Deep) => true,
        (PartRef::Name(a), PartRef::Name(b)) => a == b,
        (PartRef::Name(name), PartRef::Like(pattern)) | (PartRef::Like(pattern), PartRef::Name(name)) => {
            pattern.matches(name)
        }
        (PartRef::Like(a), PartRef::Like(b)) => patterns_meet(a, b),
    }
}

/// Is there a name for both?
pub(super) fn patterns_meet(a: &Pattern, b: &Pattern) -> bool {
    let hides_dot = a.hides_dot || b.hides_dot;
    let differ =
        |a: Option<&Token>, b: Option<&Token>| matches!((a, b), (Some(Token::Char(a)), Some(Token::Char(b))) if a != b);
    if differ(a.tokens.first(), b.tokens.first()) || differ(a.tokens.last(), b.tokens.last()) {
        return false;
    }
    let width = b.tokens.len() + 1;
    let mut seen = vec![false; (a.tokens.len() + 1) * width * 2];
    let mut open = vec![(0, 0, false)];
    while let Some((i, j, started)) = open.pop() {
        match seen.get_mut((i * width + j) * 2 + usize::from(started)) {
            Some(seen) if !*seen => *seen = true,
            Some(_) | None => continue,
        }
        let (own, other) = (a.tokens.get(i), b.tokens.get(j));
        if own.is_none() && other.is_none() && started {
            return true;
        }
        if own == Some(&Token::Run) {
            open.push((i + 1, j, started));
        }
        if other == Some(&Token::Run) {
            open.push((i, j + 1, started));
        }
        let (Some(own), Some(other)) = (own, other) else { continue };
        let hidden = hides_dot && !started;
        if tokens_meet(own, other, hidden) {
            let next = |at: usize, token: &Token| if *token == Token::Run { at } else { at + 1 };
            open.push((next(i, own), next(j, other), true));
        }
    }
    false
}

/// Is there a character for both, other than a dot that must not come here?
fn tokens_meet(a: &Token, b: &Token, no_dot: bool) -> bool {
    match (a, b) {
        (Token::Char(a), Token::Char(b)) => a == b && !(no_dot && *a == '.'),
        (Token::Char(c), other) | (other, Token::Char(c)) => {
            !(no_dot && *c == '.')
                && match other {
                    Token::One(class) => class.contains((*c).into()),
                    Token::Run | Token::Char(_) => true,
                }
        }
        (Token::Run, Token::Run) => true,
        (Token::One(class), Token::Run) | (Token::Run, Token::One(class)) => {
            !(if no_dot { class.without('.') } else { class.clone() }).is_empty()
        }
        (Token::One(a), Token::One(b)) => {
            let both = a.and(b);
            !(if no_dot { both.without('.') } else { both }).is_empty()
        }
    }
}

/// Does `glob` plainly hold every path of `trail`? No means: not seen this way.
pub(super) fn plainly_within(trail: &[Part], glob: &(impl Route + ?Sized)) -> bool {
    // A `**` also stands for nothing, so the place after it is reached with it.
    let close = |places: Vec<usize>| {
        let mut all = Vec::with_capacity(places.len() + 1);
        for mut place in places {
            while !all.contains(&place) {
                all.push(place);
                if glob.at(place) == Some(PartRef::Deep) {
                    place += 1;
                }
            }
        }
        all
    };
    let mut places = close(vec![0]);
    for part in trail {
        let next = places.iter().filter_map(|place| match (part.borrowed(), glob.at(*place)?) {
            (_, PartRef::Deep) => Some(*place),
            (PartRef::Deep, PartRef::Name(_) | PartRef::Like(_)) => None,
            (part, own) => part_within(part, own).then_some(place + 1),
        });
        places = close(next.collect());
    }
    places.contains(&glob.size())
}

fn part_within(part: PartRef<'_>, own: PartRef<'_>) -> bool {
    match (part, own) {
        (_, PartRef::Deep) => true,
        (PartRef::Deep, PartRef::Name(_) | PartRef::Like(_)) => false,
        (PartRef::Name(name), PartRef::Name(own)) => name == own,
        (PartRef::Name(name), PartRef::Like(own)) => own.matches(name),
        (PartRef::Like(pattern), PartRef::Like(own)) => {
            pattern.tokens == own.tokens && (pattern.hides_dot || !own.hides_dot) || is_every_name(own)
        }
        (PartRef::Like(_), PartRef::Name(_)) => false,
    }
}

fn is_every_name(pattern: &Pattern) -> bool {
    pattern.tokens == [Token::Run] && !pattern.hides_dot
}

/// Some paths of a trail, to refute that something holds all of them. None where a pattern matches nothing easy.
pub(super) fn samples(trail: &Trail) -> Vec<Vec<String>> {
    [&[][..], &["q~0", "q~1"]]
        .into_iter()
        .map(|deep| {
            trail
                .iter()
                .flat_map(|part| match part {
                    Part::Name(name) => vec![name.clone()],
                    Part::Like(pattern) => vec![sample(pattern)],
                    Part::Deep => deep.iter().map(|name| (*name).to_owned()).collect(),
                })
                .collect()
        })
        .filter(|names: &Vec<String>| super::part::matches(trail, names))
        .collect()
}

fn sample(pattern: &Pattern) -> String {
    let mut name = String::new();
    for token in &pattern.tokens {
        match token {
            Token::Char(c) => name.push(*c),
            Token::Run => name.push_str("q~2"),
            Token::One(class) => name.extend(pick(class)),
        }
    }
    name
}

/// A character of a class, a rare one if there is one.
fn pick(class: &Class) -> Option<char> {
    if class.contains('~'.into()) {
        Some('~')
    } else {
        class.ranges().first().and_then(|(low, _)| char::from_u32(*low))
    }
}
