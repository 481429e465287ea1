//! L901, L902: answers to lints, held against what they answer and against the date.
//!
//! The date comes from the caller: nothing below the command line reads a clock.

use crate::compile::Accept;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Location};

/// The page of an answer whose time is over.
pub const EXPIRED_PAGE: Page = Page {
    code: Code("L901"),
    title: "an answer whose time is over",
    why: "`accept … until DATE` was given for a while. The date has come: look at the finding again, mend it, or answer anew.",
    bad: r#"policy example language 1
facts { yolo : false < true = false }
stage yolo {
  accept L002 because "until the sandbox is there" until 2001-01-01
  allow even unknown when yolo because "the operator started it so"
}
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
facts { yolo : false < true = false }
stage yolo {
  accept L002 because "until the sandbox is there" until 2999-01-01
  allow even unknown when yolo because "the operator started it so"
}
final rest { ask always because "nothing here decides" }
"#,
};

/// The page of an answer to nothing.
pub const UNUSED_PAGE: Page = Page {
    code: Code("L902"),
    title: "an answer that answers nothing",
    why: "The lint does not find anything here, or not any more. A left-over answer would silence the next finding unread.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
stage reading {
  accept L002 because "no rule below says `even`"
  allow when only reads because "it reads"
}
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
stage reading {
  allow when only reads because "it reads"
}
final rest { ask always because "nothing here decides" }
"#,
};

/// Takes out what is answered, and adds what is wrong with the answers. `today` is `YYYY-MM-DD`.
pub fn answer(findings: Vec<Diagnostic>, accepts: &[Accept], today: &str) -> Vec<Diagnostic> {
    let mut used = vec![false; accepts.len()];
    let mut left = Vec::new();
    for finding in findings {
        let answers =
            |accept: &Accept| accept.code == finding.code.0 && finding.at().is_some_and(|at| within(accept.target, at));
        match accepts.iter().zip(&mut used).find(|(accept, _)| answers(accept)) {
            Some((_, used)) => *used = true,
            None => left.push(finding),
        }
    }
    for (accept, used) in accepts.iter().zip(used) {
        match &accept.until {
            _ if !used => left.push(
                Diagnostic::error(
                    UNUSED_PAGE.code,
                    format!("nothing here needs `accept {}`", accept.code),
                    accept.at,
                    "answers nothing",
                )
                .edit(accept.at, "", "remove it"),
            ),
            Some(until) if until.as_str() <= today => {
                let title = format!("`accept {}` was given until {until}", accept.code);
                left.push(Diagnostic::error(EXPIRED_PAGE.code, title, accept.at, "its time is over"));
            }
            Some(_) | None => {}
        }
    }
    left.sort_by_key(|finding| (finding.at(), finding.code));
    left
}

fn within(outer: Location, inner: Location) -> bool {
    outer.file == inner.file && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
}
