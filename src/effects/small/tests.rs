use super::*;

#[test]
fn names_are_read_back() {
    for language in Language::ALL {
        assert_eq!(language.name().parse(), Ok(language));
    }
    assert!("sed".parse::<Language>().is_err());
}
