//! The report as JUnit XML, which CI systems show: a suite a file, a case a call; other spellings only where they fail.

use super::{Tested, failure};
use crate::lint::cases::Failed;
use crate::source::Location;
use std::fmt::Write;

/// One document.
pub fn junit(files: &[Tested]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"policyc\">\n");
    for file in files {
        suite(file, &mut text);
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite(file: &Tested, text: &mut String) {
    let name = escaped(&file.name);
    let Some(report) = &file.judged.report else {
        let titles: Vec<&str> = file.judged.findings.iter().map(|finding| finding.title.as_str()).collect();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase name=\"policy\" classname=\"{name}\">\n      \
             <error message=\"its cases cannot be judged\">{}</error>\n    </testcase>\n  </testsuite>",
            escaped(&titles.join("\n")),
        );
        return;
    };
    let sources = &file.judged.compiled.sources;
    let (cases, spelled): (Vec<&Failed>, Vec<&Failed>) =
        report.failed.iter().partition(|failed| failed.spelled.is_none());
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"0\">",
        report.cases.len() + spelled.len(),
        report.failed.len()
    );
    let open = |call: &str, at: Location| {
        let line = sources.get(at.file).map_or(0, |source| source.line(at.span.start));
        format!("    <testcase name=\"{}\" classname=\"{name}\" file=\"{name}\" line=\"{line}\"", escaped(call))
    };
    let mut add = |call: &str, at: Location, failed: Option<&Failed>| {
        let _ = match failed {
            None => writeln!(text, "{}/>", open(call, at)),
            Some(failed) => writeln!(
                text,
                "{}>\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
                open(call, at),
                failed.kind.words(),
                escaped(&failed.found.reason),
                escaped(&failure(failed, sources)),
            ),
        };
    };
    for (call, at) in &report.cases {
        add(call, *at, cases.iter().find(|failed| failed.at == *at).copied());
    }
    for failed in spelled {
        add(&failed.call, failed.at, Some(failed));
    }
    text.push_str("  </testsuite>\n");
}

/// As text of XML 1.0, which has no control characters but tab and the ends of lines.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
