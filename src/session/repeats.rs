//! The same call over and over, or the same few calls in turn.

use std::collections::VecDeque;

/// Longest cycle that is seen: `A B C D E F G H A B …`.
pub const MAX_PERIOD: usize = 8;

/// Calls that are remembered; so a count goes no higher than this.
pub const MAX_HISTORY: usize = 256;

/// How far a turn is stuck, the last call included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repeats {
    /// Times that the last calls stand in a row, for the cycle that says most; 1 for a call that is new.
    pub laps: usize,
    /// Length of that cycle; 1: the same call each time.
    pub period: usize,
}

/// Signatures of the calls of a turn, the newest last.
#[derive(Debug, Default)]
pub struct History(VecDeque<String>);

impl History {
    /// Counts a call.
    pub fn record(&mut self, signature: String) -> Repeats {
        if self.0.len() == MAX_HISTORY {
            self.0.pop_front();
        }
        self.0.push_back(signature);
        let of = |period: usize| Repeats { laps: self.laps(period), period };
        let longest = (1..=MAX_PERIOD).map(of).fold(None::<Repeats>, |best, next| match best {
            Some(best) if best.laps >= next.laps => Some(best),
            Some(_) | None => Some(next),
        });
        longest.unwrap_or_default()
    }

    /// A new turn.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How often the last `period` calls stand in a row at the end.
    fn laps(&self, period: usize) -> usize {
        let later = self.0.iter().rev();
        let earlier = self.0.iter().rev().skip(period);
        let same = later.zip(earlier).take_while(|(a, b)| a == b).count();
        if self.0.len() < period { 0 } else { 1 + same / period }
    }
}
