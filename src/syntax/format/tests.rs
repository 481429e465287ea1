use super::*;

fn laid(text: &str) -> String {
    match format(text) {
        Ok(out) => out,
        Err(problems) => panic!("{problems:?}"),
    }
}

#[test]
fn the_example_of_the_reference() {
    insta::assert_snapshot!(laid(include_str!("../../../tests/policies/acme.policy")));
}

#[test]
fn declarations() {
    insta::assert_snapshot!(laid(include_str!("../../../tests/policies/declarations.policy")));
}

#[test]
fn columns_and_lines_of_their_own_are_kept() {
    let text = "command a {\n  flag    -x      writes operands  # why\n  when -x         { operand [FILE]  operand [FILE] writes }\n  else when -y {\n    operand FILE\n  } else          { operand [FILE] }\n}\n";
    assert_eq!(laid(text), text);
}

#[test]
fn a_column_that_would_break_the_line_is_given_up() {
    let text = |gap: usize| {
        format!("stage a {{\n  ask when unknown{}because unknown \"{}\"\n}}\n", " ".repeat(gap), "x".repeat(60))
    };
    let once = laid(&text(40));
    assert_eq!(once, text(24));
    assert_eq!(laid(&once), once);
}

#[test]
fn twice_is_once() {
    for text in [
        include_str!("../../../tests/policies/acme.policy"),
        include_str!("../../../tests/policies/declarations.policy"),
        include_str!("../../../tests/policies/std/paths.policy"),
    ] {
        let once = laid(text);
        assert_eq!(laid(&once), once);
    }
}

#[test]
fn whatever_comes_with_the_program_can_be_laid_out() {
    for (name, text) in crate::rules::FILES {
        let once = format(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(format(&once).as_ref(), Ok(&once), "{name}");
    }
}

#[test]
fn a_comment_inside_a_clause_stays_where_it_is() {
    let text = "stage s {\n  # first\n  allow when only reads,      # what it reads\n      sees  # and sees\n      \
                # the reason:\n      because \"x\"  # last\n  ask always because \"y\"\n}\n\ntable t  # rows\n      by a, b\n      # columns\n{\n    x\n  y ask\n}\n";
    let once = laid(text);
    assert_eq!(laid(&once), once);
    insta::assert_snapshot!(once);
}

/// Comments of several kinds between all words of a text, where the grammar takes them: none is lost or moved.
#[test]
fn comments_are_kept_in_their_places() {
    let text = include_str!("../../../tests/policies/acme.policy");
    let (mut kept, mut tried) = (0, 0);
    for (at, _) in text.match_indices(' ').step_by(29) {
        for comment in [" # here\n", "\n    # own line\n"] {
            let with = format!("{}{comment}{}", text.get(..at).unwrap(), text.get(at..).unwrap());
            tried += 1;
            if !parse(&with, FileId(0)).1.is_empty() {
                continue;
            }
            let once = laid(&with);
            assert_eq!(laid(&once), once);
            kept += 1;
        }
    }
    assert!(kept > 25, "{kept} of {tried}");
}
