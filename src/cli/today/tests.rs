use super::civil;

#[test]
fn dates_are_those_of_the_calendar() {
    let dates =
        [(0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (11_016, "2000-02-29"), (20_787, "2026-11-30")];
    for (days, date) in dates {
        assert_eq!(civil(days), date);
    }
}
