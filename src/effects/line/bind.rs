//! Binding names (rules 9 and 10).

use super::gather::Steer;
use super::limits::MAX_STEERS;
use super::names::{self, Meaning};
use super::Walk;
use crate::argv::{Text, Word};

impl Walk<'_, '_> {
    /// The shell binds a name from here on. `value`: what to, where rule 9 lets it be known; `exported`: programs see it.
    pub(super) fn bind(&mut self, name: &str, value: Option<Text>, integer: bool, exported: bool) {
        self.walker.gathered.bind(name, integer);
        let known = match &value {
            Some(Text::Known(text)) => Some(text.as_str()),
            Some(Text::Shaped(_)) | None => None,
        };
        let own = match names::meaning(name, known) {
            Meaning::Inert => None,
            Meaning::Own => (exported || self.is_exported(name)).then_some(true),
            Meaning::Code => Some(false),
        };
        if let Some(own) = own {
            let value = Word { text: value.clone().unwrap_or_else(Text::unknown), many: false, span: None };
            let steers = &mut self.walker.gathered.steers;
            steers.retain(|steer| steer.name != name || (own && !steer.own));
            if steers.len() <= MAX_STEERS {
                steers.push(Steer { name: name.to_owned(), value, own });
            }
        }
        let value = value.filter(|_| self.level == 0);
        self.state.bind(name, value);
    }

    /// The environment may hold the name, so that what a shell assigns to it is passed on.
    fn is_exported(&self, name: &str) -> bool {
        self.is_persistent() || self.walker.host.exported.as_ref().is_none_or(|exported| exported.contains(name))
    }

    /// Something may bind any name at all, and do anything else to the shell.
    pub(super) fn bind_anything(&mut self) {
        self.walker.gathered.anything = true;
        self.walker.gathered.moves = true;
        self.state.lose_directory();
    }
}
