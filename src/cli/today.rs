//! Today's date, read at the edge: what `accept … until` is held against.

use std::time::{SystemTime, UNIX_EPOCH};

/// The date in UTC as `YYYY-MM-DD`; the first day of 1970 where the clock stands before it.
pub fn utc() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    civil(seconds / 86_400)
}

/// The date so many days after 1970-01-01, in the Gregorian calendar.
fn civil(days: u64) -> String {
    let mut left = days;
    let mut year = 1970;
    while left >= length(year) {
        left -= length(year);
        year += 1;
    }
    let february = if length(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

fn length(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests;
