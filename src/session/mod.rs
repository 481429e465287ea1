//! What lasts between calls: what a person allowed, and how often a call came.
//!
//! The decision itself keeps nothing ([`Evaluator`]). A [`Session`] supplies two facts to it, `granted` and `repeats`, and the
//! policy says what they mean: without `allow when granted` in `resolve ask` a grant changes nothing.
//!
//! A grant never widens: it covers calls with the same [`Key`] and no others; a broader one has a key of its own, and is
//! offered only where it can be said what it covers ([`Offer`]). Whatever fails costs a question, never gives an
//! answer: a poisoned lock holds no grant, a call without a key is asked each time, without a handler an ask is a denial.

mod canonical;
mod key;
mod offer;
mod repeats;

pub use canonical::{MAX_DEPTH, canonical};
pub use key::{Key, MAX_PART};
pub use offer::{MAX_EXAMPLES, Offer};
pub use repeats::{MAX_HISTORY, MAX_PERIOD, Repeats};

use crate::decide::{Decision, Evaluator};
use crate::effects::{Call, Reading};
use crate::table::Verdict;
use repeats::History;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The fact that says whether the call was allowed before.
pub const GRANTED: &str = "granted";

/// The fact that counts how often the call, or the cycle it closes, came in a row; a policy that uses it declares it as `count`.
pub const REPEATS: &str = "repeats";

/// Most grants of a session; further ones are not kept.
pub const MAX_GRANTS: usize = 65_536;

/// What a person answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// No.
    Deny,
    /// This call, this time.
    Once,
    /// This call, until the session ends.
    Session,
    /// This call and those that [`Judged::offer`] covers, until the session ends; this call alone, this time, where nothing was offered.
    Offered,
}

/// Asks a person.
pub trait Handler {
    /// Shows the call and why it is asked, and waits for the answer.
    fn ask(&self, call: &Call, judged: &Judged) -> Approval;
}

impl<F: Fn(&Call, &Judged) -> Approval> Handler for F {
    fn ask(&self, call: &Call, judged: &Judged) -> Approval {
        self(call, judged)
    }
}

/// One call, decided.
#[derive(Debug)]
pub struct Judged {
    /// The answer of the policy.
    pub decision: Decision,
    /// What the call does.
    pub reading: Reading,
    /// What a grant would cover; `None`: none can be given.
    pub key: Option<Key>,
    /// What a broader grant would cover, of a call that is asked.
    pub offer: Option<Offer>,
    /// How far the turn is stuck.
    pub repeats: Repeats,
}

/// Keeps lasting grants somewhere else than in memory, and is then all there is of them. What it cannot do it does not: a
/// grant that cannot be read is none.
pub trait Keeper: std::fmt::Debug + Send + Sync {
    /// Whether the key is granted.
    fn holds(&self, key: &Key) -> bool;
    /// Grants the key; whether it was kept.
    fn keep(&self, key: &Key) -> bool;
    /// Takes the key back; whether it was there, and is no longer.
    fn forget(&self, key: &Key) -> bool;
    /// All keys.
    fn all(&self) -> Vec<Key>;
}

/// Grants and the calls of a turn. Shared between threads; there is no global one.
#[derive(Debug, Default)]
pub struct Session {
    grants: Mutex<Grants>,
    history: Mutex<History>,
    keeper: Option<Box<dyn Keeper>>,
}

#[derive(Debug, Default)]
struct Grants {
    lasting: BTreeSet<Key>,
    /// How many calls are still free.
    once: BTreeMap<Key, usize>,
}

impl Session {
    /// Nothing granted, nothing seen.
    pub fn new() -> Session {
        Session::default()
    }

    /// Lasting grants are the keeper's; nothing seen.
    pub fn kept_by(keeper: Box<dyn Keeper>) -> Session {
        Session { keeper: Some(keeper), ..Session::default() }
    }

    /// Decides a call and counts it. The facts `granted` and `repeats` are the session's own, whatever the call says of them.
    pub fn decide(&self, evaluator: &Evaluator<'_>, call: &Call) -> Judged {
        let repeats = self.count(call);
        let key = Key::of(evaluator.table(), call);
        let mut call = call.clone();
        call.facts.insert(REPEATS.into(), repeats.laps.into());
        call.facts.insert(GRANTED.into(), Value::Bool(false));
        let reading = evaluator.read(&call);
        let decision = evaluator.decide(&call, &reading);
        if decision.verdict() == Verdict::Allow {
            return Judged { decision, reading, key, offer: None, repeats };
        }
        let broader = Key::broader(evaluator, &call, &reading, &decision);
        call.facts.insert(GRANTED.into(), Value::Bool(true));
        let with = evaluator.decide(&call, &reading);
        // A single use is taken only where it makes the difference.
        if with.verdict() == Verdict::Allow
            && (key.as_ref().is_some_and(|key| self.take(key)) || broader.as_ref().is_some_and(|key| self.lasts(key)))
        {
            return Judged { decision: with, reading, key, offer: None, repeats };
        }
        let worth = with.verdict() == Verdict::Allow && decision.verdict() == Verdict::Ask;
        let offer = broader.filter(|_| worth).and_then(|key| Offer::of(evaluator, &call, &reading, &decision, key));
        Judged { decision, reading, key, offer, repeats }
    }

    /// Turns an answer into what happens: `true` runs the call. Deny and allow never reach the handler.
    pub fn settle(&self, call: &Call, judged: &Judged, handler: Option<&dyn Handler>) -> bool {
        match (judged.decision.verdict(), handler) {
            (Verdict::Allow, _) => true,
            (Verdict::Deny, _) | (Verdict::Ask, None) => false,
            (Verdict::Ask, Some(handler)) => match handler.ask(call, judged) {
                Approval::Deny => false,
                Approval::Once => true,
                Approval::Session => {
                    if let Some(key) = &judged.key {
                        self.grant(key);
                    }
                    true
                }
                Approval::Offered => {
                    if let Some(offer) = &judged.offer {
                        self.grant(&offer.key);
                    }
                    true
                }
            },
        }
    }

    /// Allows calls with this key until the session ends, or the keeper forgets it; whether it was kept.
    pub fn grant(&self, key: &Key) -> bool {
        self.change(|grants| match &self.keeper {
            Some(keeper) => keeper.keep(key),
            None => {
                if grants.lasting.len() < MAX_GRANTS {
                    grants.lasting.insert(key.clone());
                }
                grants.lasting.contains(key)
            }
        })
    }

    /// Allows one call with this key, for a host whose answer comes after the call was put off; whether it was kept.
    pub fn grant_once(&self, key: &Key) -> bool {
        self.change(|grants| {
            if grants.once.len() >= MAX_GRANTS && !grants.once.contains_key(key) {
                return false;
            }
            let left = grants.once.entry(key.clone()).or_default();
            *left = left.saturating_add(1);
            true
        })
    }

    /// Whether calls with this key are allowed until the session ends.
    pub fn is_granted(&self, key: &Key) -> bool {
        self.lasts(key)
    }

    /// Takes back all that was allowed for this key; whether there was anything.
    pub fn revoke(&self, key: &Key) -> bool {
        self.change(|grants| {
            let once = grants.once.remove(key).is_some();
            let lasting = match &self.keeper {
                Some(keeper) => keeper.forget(key),
                None => grants.lasting.remove(key),
            };
            lasting || once
        })
    }

    /// The keys that are allowed until the session ends.
    pub fn granted(&self) -> Vec<Key> {
        let Ok(grants) = self.grants.lock() else { return Vec::new() };
        match &self.keeper {
            Some(keeper) => keeper.all(),
            None => grants.lasting.iter().cloned().collect(),
        }
    }

    /// A person spoke: repeated calls are counted anew. Grants stay.
    pub fn reset_turn(&self) {
        self.history.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Uses a grant up, or a lasting one without.
    fn take(&self, key: &Key) -> bool {
        self.lasts(key)
            || self.change(|grants| {
                let Some(left) = grants.once.get_mut(key) else { return false };
                *left -= 1;
                if *left == 0 {
                    grants.once.remove(key);
                }
                true
            })
    }

    fn lasts(&self, key: &Key) -> bool {
        self.change(|grants| match &self.keeper {
            Some(keeper) => keeper.holds(key),
            None => grants.lasting.contains(key),
        })
    }

    /// A lock that was poisoned holds nothing and takes nothing: the next call is asked again.
    fn change(&self, work: impl FnOnce(&mut Grants) -> bool) -> bool {
        self.grants.lock().is_ok_and(|mut grants| work(&mut grants))
    }

    /// A history that another thread left in the middle is still a list of calls.
    fn count(&self, call: &Call) -> Repeats {
        let arguments = canonical(&call.input).unwrap_or_else(|| call.input.to_string());
        let signature = Key::from_parts(&[call.tool.as_str(), "args", &arguments]);
        let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        history.record(signature.as_str().to_owned())
    }
}

#[cfg(test)]
mod tests;
