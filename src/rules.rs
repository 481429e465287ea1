//! The policies that come with the program: `std/…` and `profiles/…`.

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
