//! The report as JUnit XML, which CI systems show: a suite a file, a case a failure, and one that stands for those that pass.

use super::{Tested, failure, position};
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
    let tests = report.cases + report.spellings;
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{}\" errors=\"0\">",
        report.failed.len()
    );
    for failed in &report.failed {
        let sources = &file.judged.compiled.sources;
        let (line, _) = position(sources, failed);
        let _ = writeln!(
            text,
            "    <testcase name=\"{}\" classname=\"{}\" file=\"{name}\" line=\"{line}\">\n      \
             <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
            escaped(&failed.call),
            escaped(&failed.test),
            failed.kind.words(),
            failed.kind.words(),
            escaped(&failure(failed, sources)),
        );
    }
    for at in 0..tests.saturating_sub(report.failed.len()) {
        let _ = writeln!(text, "    <testcase name=\"passed {}\" classname=\"{name}\"/>", at + 1);
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
