use super::*;
use crate::compile::testing::compile_with_stand_ins;
use crate::source::render;

#[test]
fn every_page_shows_what_it_says() {
    for page in ALL {
        let bad = compile_with_stand_ins(page.bad);
        let codes: Vec<Code> = bad.diagnostics.iter().map(|problem| problem.code).collect();
        assert!(
            !codes.is_empty() && codes.iter().all(|code| *code == page.code),
            "{}: {}",
            page.code,
            render::text(&bad.sources, &bad.diagnostics, false)
        );
        let good = compile_with_stand_ins(page.good);
        assert!(
            good.diagnostics.is_empty(),
            "{}: {}",
            page.code,
            render::text(&good.sources, &good.diagnostics, false)
        );
    }
}

#[test]
fn every_code_is_rendered_with_its_input() {
    for page in ALL {
        let bad = compile_with_stand_ins(page.bad);
        insta::with_settings!({ description => page.bad, omit_expression => true }, {
            insta::assert_snapshot!(page.code.0, render::text(&bad.sources, &bad.diagnostics, false));
        });
    }
}

/// What a code says is held fast for one policy that triggers it and one beside it that does not.
#[test]
fn every_code_has_a_snapshot_and_a_near_miss() {
    let snapshots = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/source/codes/snapshots");
    for page in ALL {
        let snapshot = snapshots.join(format!("policyc__source__codes__tests__{}.snap", page.code));
        let text = std::fs::read_to_string(&snapshot).unwrap_or_else(|error| panic!("{}: {error}", snapshot.display()));
        assert!(text.contains(&format!("[{}]", page.code)) && text.contains("description: "), "{}", page.code);
        assert_ne!(page.bad, page.good, "{}", page.code);
    }
    assert_eq!(std::fs::read_dir(snapshots).unwrap().count(), ALL.len(), "a snapshot without a code");
}

#[test]
fn codes_are_in_order_and_unlike() {
    assert!(ALL.windows(2).all(|pair| pair[0].code < pair[1].code));
}

/// What `policyc check --fix` would do mends the example, where an edit is offered.
#[test]
fn edits_mend() {
    let mut edited = 0;
    for page in ALL {
        let bad = compile_with_stand_ins(page.bad);
        let Some(edit) = bad.diagnostics.iter().find_map(|problem| problem.edit.clone()) else { continue };
        let mut text = page.bad.to_owned();
        text.replace_range(edit.at.span.range(), &edit.replacement);
        let mended = compile_with_stand_ins(&text);
        assert!(
            mended.diagnostics.len() < bad.diagnostics.len(),
            "{}: {text}\n{}",
            page.code,
            render::text(&mended.sources, &mended.diagnostics, false)
        );
        edited += 1;
    }
    assert!(edited >= 16, "{edited}");
}
