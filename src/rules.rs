//! The policies that come with the program: `std/…` and `profiles/…`, as text and, where they are in step, compiled.

use crate::table::Table;

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The embedded files that a name stands for: the file of that name, or all files of the folder of that name.
pub fn find(name: &str) -> Vec<(&'static str, &'static str)> {
    let exact: Vec<_> = FILES.iter().copied().filter(|(file, _)| *file == name).collect();
    if !exact.is_empty() {
        return exact;
    }
    FILES
        .iter()
        .copied()
        .filter(|(file, _)| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')))
        .collect()
}

/// Names that `use` takes.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = FILES.iter().map(|(file, _)| *file).collect();
    names.extend(FILES.iter().filter_map(|(file, _)| file.rsplit_once('/').map(|(folder, _)| folder)));
    names.sort_unstable();
    names.dedup();
    names
}

/// The table of a profile as it was compiled beforehand (`rules/built.bin`); none where the texts have changed since, or for a
/// profile that is not there. It is what compiling the text gives, in a tenth of the time.
pub fn built(profile: &str) -> Option<Table> {
    Table::from_bundle(BUILT?.strip_prefix(&STAMP)?, profile).ok()
}
