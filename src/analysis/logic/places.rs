//! How one set may see the target of one effect.

/// What [`crate::decide`] says of a target and a set, for the questions that conditions ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sight {
    in_certain: bool,
    in_possible: bool,
    in_surely: bool,
    out_certain: bool,
    out_possible: bool,
    out_surely: bool,
    through_certain: bool,
    through_possible: bool,
    through_surely: bool,
    named: bool,
}

/// A question about a target and one set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// `in`, `outside`, `through`, `naming`.
    In,
    /// See above.
    Outside,
    /// See above.
    Through,
    /// See above.
    Naming,
}

/// How sure the answer has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// Every view agrees.
    Certain,
    /// One view may.
    Possible,
    /// The normalised view says so.
    Surely,
}

/// Sights, one bit each.
pub type Sights = u64;

/// Every sight there is: in all views, in none, or in some; with what follows from that for `through` and `naming`.
fn all() -> Vec<Sight> {
    let mut all = Vec::new();
    let bools = [false, true];
    let mut add = |inside: (bool, bool, bool), outside: (bool, bool, bool)| {
        for (possible, surely, certain) in
            [(false, false, false), (true, false, false), (true, true, false), (true, true, true)]
        {
            for named in bools {
                let impossible =
                    (inside.1 && !possible) || (certain && !inside.1) || (inside.0 && !named) || (!inside.1 && named);
                if !impossible {
                    all.push(Sight {
                        in_certain: inside.0,
                        in_possible: inside.1,
                        in_surely: inside.2,
                        out_certain: outside.0,
                        out_possible: outside.1,
                        out_surely: outside.2,
                        through_certain: certain,
                        through_possible: possible,
                        through_surely: surely,
                        named,
                    });
                }
            }
        }
    };
    // The first is the one that a model takes where nothing is asked: outside of everything.
    add((false, false, false), (true, true, true));
    add((true, true, true), (false, false, false));
    for surely_in in bools {
        for surely_out in bools {
            add((false, true, surely_in), (false, true, surely_out));
        }
    }
    all
}

/// The sights under which a question has at least that answer.
pub fn where_holds(question: Question, need: Need) -> Sights {
    let holds = |sight: &Sight| match (question, need) {
        (Question::In, Need::Certain) => sight.in_certain,
        (Question::In, Need::Possible) => sight.in_possible,
        (Question::In, Need::Surely) => sight.in_surely,
        (Question::Outside, Need::Certain) => sight.out_certain,
        (Question::Outside, Need::Possible) => sight.out_possible,
        (Question::Outside, Need::Surely) => sight.out_surely,
        (Question::Through, Need::Certain) => sight.through_certain,
        (Question::Through, Need::Possible) => sight.through_possible,
        (Question::Through, Need::Surely) => sight.through_surely,
        (Question::Naming, _) => sight.named,
    };
    all().iter().enumerate().fold(0, |mask, (bit, sight)| mask | (u64::from(holds(sight)) << bit))
}

/// All sights.
pub fn every() -> Sights {
    all().iter().enumerate().fold(0, |mask, (bit, _)| mask | (1 << bit))
}
