//! Targets of effects against the table's path and host sets: `in`, `outside`, `through`, `naming`.

use super::facts::FactValues;
use super::truth::{self, Truth};
use crate::argv::{Piece, Text, Word};
use crate::effects::{Call, Effect, Host, PathTarget, Target};
use crate::hosts::{self, Destination, HostJudgement, HostPattern, HostSets};
use crate::paths::{
    Asked, Base, CompiledSet, CompiledSets, Context, Judgement, Member, Membership, PathFacts, PathGlob, PathSets,
    PathValue, Place, Resolution, Views, Vouched,
};
use crate::table::{Anchor, EffectKind, HostMember, Os, PathMember, PlaceTest, Table};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

/// The sets of one table, compiled once.
#[derive(Debug)]
pub struct Places {
    paths: CompiledSets,
    /// By system, in the order of [`SYSTEMS`]; one for all where no member says `on`.
    hosts: Vec<HostSets>,
}

const SYSTEMS: [Os; 3] = [Os::Linux, Os::MacOs, Os::Windows];

/// A set that cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSet {
    /// The set.
    pub set: String,
    /// Its member.
    pub member: String,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for BadSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "set `{}`: `{}`: {}", self.set, self.member, self.problem)
    }
}

/// How far a target satisfies a [`PlaceTest`], by the polarity of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Every view agrees: what `only` and `no` need.
    pub certain: bool,
    /// The most that one view says: what `any` needs.
    pub possible: Truth,
    /// The normalised view says so: what `surely` needs.
    pub surely: bool,
}

impl Placed {
    const WHEREVER: Placed = Placed { certain: true, possible: Truth::Yes, surely: true };
    const UNKNOWN: Placed = Placed { certain: false, possible: Truth::Maybe, surely: false };

    /// `follows`: the effect is on what a link leads to, so that the resolved view is enough as well.
    fn inside(view: Judgement, follows: bool) -> Placed {
        let views = [view.written, view.lexical, view.resolved];
        Placed {
            certain: view.certainly_in(),
            possible: truth::any(views.map(member)),
            surely: view.surely_in() || (follows && view.resolved == Membership::Yes),
        }
    }

    /// What cannot be told from the text is no name: doubt about the path counts for neither side.
    fn naming(view: Judgement, told: bool) -> Placed {
        let named = told || [view.written, view.lexical, view.resolved].contains(&Membership::Yes);
        Placed { certain: named, possible: if named { Truth::Yes } else { Truth::No }, surely: named }
    }

    fn outside(view: Judgement) -> Placed {
        let views = [view.written, view.lexical, view.resolved];
        Placed {
            certain: view.certainly_out(),
            possible: truth::any(views.map(|view| member(view).negated())),
            surely: view.surely_out(),
        }
    }

    fn host_inside(view: HostJudgement) -> Placed {
        let possible = if view.possibly_in() { member(view.written) } else { Truth::No };
        Placed { certain: view.certainly_in(), possible, surely: view.surely_in() }
    }

    fn host_outside(view: HostJudgement) -> Placed {
        let possible = if view.possibly_out() { member(view.written).negated() } else { Truth::No };
        Placed { certain: view.certainly_out(), possible, surely: view.surely_out() }
    }

    fn or(self, other: Placed) -> Placed {
        Placed {
            certain: self.certain || other.certain,
            possible: self.possible.or(other.possible),
            surely: self.surely || other.surely,
        }
    }

    fn and(self, other: Placed) -> Placed {
        Placed {
            certain: self.certain && other.certain,
            possible: self.possible.and(other.possible),
            surely: self.surely && other.surely,
        }
    }
}

fn member(membership: Membership) -> Truth {
    match membership {
        Membership::Yes => Truth::Yes,
        Membership::No => Truth::No,
        Membership::Maybe => Truth::Maybe,
    }
}

impl Places {
    /// Compiles the sets of a table.
    ///
    /// # Errors
    /// The first member that is no glob or host pattern. The compiler refuses such sets; a table edited by hand may hold one.
    pub fn new(table: &Table) -> Result<Places, BadSet> {
        let mut paths = builtin_sets();
        for (name, set) in &table.paths {
            let members = |list: &[PathMember]| list.iter().map(|one| path_member(name, one)).collect::<Result<_, _>>();
            let set = crate::paths::PathSet { members: members(&set.members)?, except: members(&set.except)? };
            paths.0.insert(name.clone(), set);
        }
        let apart = table.hosts.values().flat_map(|set| set.members.iter().chain(&set.except)).any(on_one_system);
        let systems = if apart { &SYSTEMS[..] } else { &SYSTEMS[..1] };
        let hosts = systems.iter().map(|os| host_sets(table, *os)).collect::<Result<_, _>>()?;
        Ok(Places { paths: CompiledSets::new(paths), hosts })
    }

    /// The host sets under a system.
    fn hosts_on(&self, os: crate::paths::Os) -> Option<&HostSets> {
        let at = SYSTEMS.iter().position(|system| path_os(*system) == os).unwrap_or_default();
        self.hosts.get(at).or(self.hosts.first())
    }

    /// Whether the target of an effect is where the test wants it. `asked` keeps what the sets say of a path.
    pub fn test<'c>(
        &self,
        effect: &Effect,
        test: &PlaceTest,
        context: impl Fn() -> &'c Context,
        asked: &OnceCell<Asked>,
    ) -> Placed {
        let one = |set: &String| self.one(effect, test, set, context(), asked);
        match test {
            PlaceTest::Anywhere => Placed::WHEREVER,
            PlaceTest::In(sets) | PlaceTest::Through(sets) | PlaceTest::Naming(sets) => {
                sets.iter().map(one).reduce(Placed::or).unwrap_or(Placed::UNKNOWN)
            }
            PlaceTest::Outside(sets) => sets.iter().map(one).reduce(Placed::and).unwrap_or(Placed::UNKNOWN),
        }
    }

    /// Whether an absolute path is certainly in a set of that name.
    pub fn holds(&self, set: &str, path: &str, context: &Context) -> bool {
        let place = Place { base: Base::Unknown, text: crate::paths::Text::Known(path.to_owned()) };
        let path = PathValue { places: vec![place], disturbed: false };
        self.paths.get(set).is_some_and(|set| set.judge(&path, context).surely_in())
    }

    fn ask(&self, target: &PathTarget, context: &Context) -> Asked {
        let plain = match (&target.path, target.bases.known.as_slice()) {
            (Text::Known(text), [base]) if !target.bases.unknown && !target.unsettled => {
                self.paths.ask_plain(base, text, context)
            }
            (Text::Known(_) | Text::Shaped(_), _) => None,
        };
        plain.unwrap_or_else(|| self.paths.ask(&path_value(target), context))
    }

    fn one(&self, effect: &Effect, test: &PlaceTest, set: &str, context: &Context, asked: &OnceCell<Asked>) -> Placed {
        match &effect.target {
            Target::None => Placed::UNKNOWN,
            Target::Path(target) => match self.paths.get(set) {
                Some(set) => {
                    let asked = asked.get_or_init(|| self.ask(target, context));
                    path_placed(set, effect, target, test, context, asked)
                }
                None => Placed::UNKNOWN,
            },
            Target::Host(word) => {
                let Some(hosts) = self.hosts_on(context.os()) else { return Placed::UNKNOWN };
                let view = hosts.judge(set, &destination(word));
                match test {
                    PlaceTest::Outside(_) => Placed::host_outside(view),
                    PlaceTest::In(_) | PlaceTest::Through(_) | PlaceTest::Naming(_) | PlaceTest::Anywhere => {
                        Placed::host_inside(view)
                    }
                }
            }
        }
    }
}

fn path_placed(
    set: CompiledSet<'_>,
    effect: &Effect,
    target: &PathTarget,
    test: &PlaceTest,
    context: &Context,
    asked: &Asked,
) -> Placed {
    let follows = effect.kind == EffectKind::Reads;
    let reads_tree = target.tree && follows;
    match test {
        PlaceTest::Through(_) if target.tree => {
            let root = Placed::inside(set.judge_asked(asked, context), follows);
            let below = Placed::inside(set.through(asked, context), follows);
            Placed { certain: root.certain, possible: root.possible.or(below.possible), surely: root.surely }
        }
        PlaceTest::Naming(_) => {
            let view = if reads_tree { set.judge_tree(asked, context) } else { set.judge_asked(asked, context) };
            let mut texts = [target.named.clone(), as_one_name(&target.path)].into_iter().flatten();
            let asked_for = texts.any(|path| {
                let named = PathTarget { path, ..target.clone() };
                let asked = set.ask(&path_value(&named), context);
                Placed::naming(set.judge_asked(&asked, context), set.is_told_by(&asked, context)).certain
            });
            Placed::naming(view, asked_for || set.is_told_by(asked, context))
        }
        PlaceTest::In(_) | PlaceTest::Through(_) if reads_tree => {
            Placed::inside(set.judge_tree(asked, context), follows)
        }
        PlaceTest::In(_) | PlaceTest::Through(_) | PlaceTest::Anywhere => {
            Placed::inside(set.judge_asked(asked, context), follows)
        }
        PlaceTest::Outside(_) => Placed::outside(set.judge_asked(asked, context)),
    }
}

/// The text with one name for what is not known of it: `~/.ssh/$x` names what lies in `~/.ssh`, though `$x` may lead out of it.
fn as_one_name(text: &Text) -> Option<Text> {
    let Text::Shaped(pieces) = text else { return None };
    let told = pieces.iter().any(|piece| matches!(piece, Piece::Literal(_))) && pieces.contains(&Piece::Unknown);
    let star = |piece: &Piece| if *piece == Piece::Unknown { Piece::Star } else { piece.clone() };
    told.then(|| Text::Shaped(pieces.iter().map(star).collect()))
}

/// What the host knows of paths, for one call.
pub fn context(call: &Call, facts: &FactValues<'_>) -> Context {
    let host = &call.host;
    let os = host.os.unwrap_or(Os::Linux);
    let mut known = PathFacts::new(path_os(os));
    known.cwd = working_directory(host);
    known.home = host.home.clone();
    known.workspace = roots(host);
    known.tmp = match os {
        Os::Linux | Os::MacOs if host.tmp.is_empty() => vec!["/tmp".into(), "/var/tmp".into()],
        Os::Linux | Os::MacOs | Os::Windows => host.tmp.clone(),
    };
    known.facts = facts.paths();
    known.views = Views {
        supplied: host.views.iter().map(|(path, to)| (path.clone(), resolution(to))).collect(),
        vouched: Vouched::default(),
    };
    known.reported = host.secrets_below.iter().cloned().collect();
    Context::new(known)
}

/// The working directory: as given, or the only workspace root.
pub fn working_directory(host: &Host) -> Option<String> {
    match (&host.cwd, host.workspace.as_slice()) {
        (Some(cwd), _) => Some(cwd.clone()),
        (None, [root]) => Some(root.clone()),
        (None, _) => None,
    }
}

/// The workspace roots: as given, or the working directory.
pub fn roots(host: &Host) -> Vec<String> {
    if host.workspace.is_empty() { host.cwd.iter().cloned().collect() } else { host.workspace.clone() }
}

fn resolution(to: &Option<String>) -> Resolution {
    match to {
        Some(path) => Resolution::Resolved(path.clone()),
        None => Resolution::Failed("not resolved by the host".into()),
    }
}

fn path_os(os: Os) -> crate::paths::Os {
    match os {
        Os::Linux => crate::paths::Os::Linux,
        Os::MacOs => crate::paths::Os::MacOs,
        Os::Windows => crate::paths::Os::Windows,
    }
}

/// `workspace`, `cwd`, `tmp`, `home`: sets that need no declaration.
fn builtin_sets() -> PathSets {
    let names = [("workspace", "{workspace}/**"), ("cwd", "{cwd}/**"), ("tmp", "{tmp}/**"), ("home", "~/**")];
    let sets = names.into_iter().filter_map(|(name, glob)| {
        let member = Member::Glob { glob: PathGlob::parse(glob, None).ok()?, on: Vec::new() };
        Some((name.to_owned(), crate::paths::PathSet { members: vec![member], except: Vec::new() }))
    });
    PathSets(sets.collect::<BTreeMap<_, _>>())
}

fn path_member(set: &str, member: &PathMember) -> Result<Member, BadSet> {
    match member {
        PathMember::Set(name) => Ok(Member::Set { name: name.clone(), on: Vec::new() }),
        PathMember::Glob { anchor, glob, on } => {
            let on: Vec<_> = on.iter().copied().map(path_os).collect();
            let text = glob_text(anchor, glob);
            match PathGlob::parse(&text, on.first().copied()) {
                Ok(glob) => Ok(Member::Glob { glob, on }),
                Err(error) => Err(BadSet { set: set.to_owned(), member: text, problem: error.to_string() }),
            }
        }
    }
}

/// A glob as the policy language spells it.
pub fn glob_text(anchor: &Anchor, glob: &str) -> String {
    let start = match anchor {
        Anchor::Root if glob.as_bytes().get(1) == Some(&b':') => return glob.to_owned(),
        Anchor::Root => return format!("/{glob}"),
        Anchor::Home => "~",
        Anchor::Workspace => "{workspace}",
        Anchor::Cwd => "{cwd}",
        Anchor::Tmp => "{tmp}",
        Anchor::Fact(name) => &format!("{{{name}}}"),
        Anchor::Anywhere => "**",
    };
    if glob.is_empty() { start.to_owned() } else { format!("{start}/{glob}") }
}

fn on_one_system(member: &HostMember) -> bool {
    match member {
        HostMember::Pattern { on, .. } => !on.is_empty(),
        HostMember::Set(_) => false,
    }
}

fn host_sets(table: &Table, os: Os) -> Result<HostSets, BadSet> {
    let mut sets = HostSets::default();
    for (name, set) in &table.hosts {
        let members = |list: &[HostMember]| list.iter().filter_map(|one| host_member(name, one, os)).collect();
        let members: (Result<Vec<_>, _>, Result<Vec<_>, _>) = (members(&set.members), members(&set.except));
        sets.0.insert(name.clone(), hosts::HostSet { members: members.0?, except: members.1? });
    }
    Ok(sets)
}

/// A member as the hosts' room takes it; `None` on another system than its own.
fn host_member(set: &str, member: &HostMember, os: Os) -> Option<Result<hosts::HostMember, BadSet>> {
    match member {
        HostMember::Set(name) => Some(Ok(hosts::HostMember::Set(name.clone()))),
        HostMember::Pattern { on, .. } if !(on.is_empty() || on.contains(&os)) => None,
        HostMember::Pattern { host, .. } => Some(match HostPattern::parse(host) {
            Ok(pattern) => Ok(hosts::HostMember::Pattern(pattern)),
            Err(error) => Err(BadSet { set: set.to_owned(), member: host.clone(), problem: error.message }),
        }),
    }
}

/// What a word that stands for a host leads to.
fn destination(word: &Word) -> Destination {
    word.as_known().map_or(Destination::Unknown, hosts::parse_word)
}

/// A target as the path room takes it.
pub fn path_value(target: &PathTarget) -> PathValue {
    let text = path_text(&target.path);
    let mut bases: Vec<Base> = target.bases.known.iter().map(|dir| known_directory(dir)).collect();
    if target.bases.unknown || bases.is_empty() {
        bases.push(Base::Unknown);
    }
    let places = bases.into_iter().map(|base| Place { base, text: text.clone() }).collect();
    PathValue { places, disturbed: target.unsettled }
}

fn known_directory(dir: &str) -> Base {
    Base::Dir(Box::new(Place { base: Base::Unknown, text: crate::paths::Text::Known(dir.to_owned()) }))
}

fn path_text(text: &Text) -> crate::paths::Text {
    let pieces = match text {
        Text::Known(text) => return crate::paths::Text::Known(text.to_string()),
        Text::Shaped(pieces) => pieces,
    };
    if pieces.iter().any(|piece| matches!(piece, Piece::Below | Piece::Unknown)) {
        let prefix = literals(pieces.iter()).concat();
        let mut suffix = literals(pieces.iter().rev());
        suffix.reverse();
        return crate::paths::Text::Unknown { prefix, suffix: suffix.concat() };
    }
    let mut glob = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => {
                for c in text.chars() {
                    if matches!(c, '*' | '?' | '[' | ']' | '\\') {
                        glob.push('\\');
                    }
                    glob.push(c);
                }
            }
            Piece::Star | Piece::Below | Piece::Unknown => glob.push('*'),
            Piece::Question => glob.push('?'),
            Piece::Class(class) => glob.push_str(class),
        }
    }
    crate::paths::Text::Glob(glob)
}

fn literals<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Vec<&'a str> {
    let literal = |piece: &'a Piece| match piece {
        Piece::Literal(text) => Some(text.as_str()),
        Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown => None,
    };
    pieces.map_while(literal).collect()
}

#[cfg(test)]
mod tests;
