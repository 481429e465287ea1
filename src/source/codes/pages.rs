//! The pages, in the order of their codes.

use super::{Code, Page};

codes! {
    SYNTAX "P001" "not a clause or item of the language"
    "A policy is read as it is written or not at all: a word that does not fit is never skipped, since it may be the one that matters. The message says how far the text could be read and what was expected there."
r#"policy example language 1

stage writing {
  ask wehn any writes because "it writes"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage writing {
  ask when any writes because "it writes"
}

final rest { ask always because "nothing here decides" }
"#;
    UNCLOSED "P002" "a block without its end"
    "A block ends with `}`. Where one is missing, the block is taken to end before the next item that begins at the first column, so that the items that follow keep their own errors."
r#"policy example language 1

stage writing {
  ask when any writes because "it writes"

stage code {
  ask when any runs because "it runs code"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage writing {
  ask when any writes because "it writes"
}

stage code {
  ask when any runs because "it runs code"
}

final rest { ask always because "nothing here decides" }
"#;
    LIMIT "P003" "beyond a documented limit"
    "Reading a policy takes bounded time and memory: files, rules and nesting have limits. A policy that meets one is better split."
r#"command deep {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  sub a {
  flag -x
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
  }
}
"#
r#"command deep {
  sub a { sub b { flag -x } }
}
"#;
    UNKNOWN_NAME "P101" "a name that nothing declares"
    "A misspelt set, fact, pattern or program would make its rule hold never or always. Names are looked up in this file and in what it uses."
r#"policy example language 1

stage secrets {
  deny when any reads in secrets because "secrets stay secret"
}

paths secret { "**/.env" }

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage secrets {
  deny when any reads in secret because "secrets stay secret"
}

paths secret { "**/.env" }

final rest { ask always because "nothing here decides" }
"#;
    DUPLICATE "P102" "declared twice"
    "Of two declarations of one name one would be ignored, and which one is nothing a reader should have to know. A program of the standard library may be declared again; a declaration of your own may not."
r#"paths secret { "**/.env" }
paths secret { "**/.netrc" }
"#
r#"paths secret { "**/.env"  "**/.netrc" }
"#;
    CYCLE "P103" "a circle of definitions"
    "A set that holds itself, or a file that uses itself, has no meaning."
r#"paths one { two  "**/.env" }
paths two { one  "**/.netrc" }
"#
r#"paths one { two  "**/.env" }
paths two { "**/.netrc" }
"#;
    NO_FILE "P104" "a used file that is not there"
    "`use std/…` names a file of the standard library, `use ./file` one beside this file. A policy that is tightened is a profile that comes with the program, or stands beside the one that tightens it; the cases of that one are about both."
r#"use std/comands
"#
r#"use std/commands
"#;
    PATH_LITERAL "P105" "a path that stands nowhere"
    "A policy has no working directory, so a relative path means nothing in it; `..` depends on links, and `~user` on a machine's accounts. A path begins with `/`, `~/`, `{workspace}/`, `{cwd}/`, `{tmp}/`, a fact of type `path`, or `**/` for anywhere."
r#"paths notes { "notes/**" }
"#
r#"paths notes { "{workspace}/notes/**" }
"#;
    OS_LITERAL "P106" "a path of one system outside `on`"
    "Drive letters, backslashes and the folders of macOS mean nothing elsewhere. Saying which system they belong to shows a reader that the others were thought of."
r#"paths keys { "/Library/Keychains/**" }
"#
r#"paths keys { on macos { "/Library/Keychains/**" } }
"#;
    UNUSED_USE "P107" "a used file that nothing needs"
    "A `use` whose sets and patterns no rule names does nothing, although it looks as if it protected something. Nor does a second `use` of the same file."
r#"policy example language 1

use std/paths

stage writing {
  ask when any writes because "it writes"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

use std/paths

stage secrets {
  ask when any reads in secret because "it reads a secret"
}

final rest { ask always because "nothing here decides" }
"#;
    SET_MEMBER "P108" "no member of a set"
    "A member that matches nothing, or more than it says, makes its set another one. A set of hosts holds hosts, patterns (`*.example.org`), networks and the names of other host sets. A set says by itself on which systems its members count, so `on` holds members and no other set."
r#"hosts internal { "https://wiki.internal/start" }
"#
r#"hosts internal { "wiki.internal" }
"#;
    QUANTIFIER "P201" "a quantifier on the wrong side"
    "An allow must hold whatever the unit does: `only` lists all it may do, `no` what it may not. An ask or a deny must catch what may happen: `any`. `surely` takes what is certain; floors take nothing else. So doubt can only make a decision stricter."
r#"policy example language 1

stage reading {
  allow when any reads because "reads"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage reading {
  allow when only reads because "reads only"
}

final rest { ask always because "nothing here decides" }
"#;
    FACT_TYPE "P202" "a value that its fact cannot have"
    "A fact has a type: enumerated values, `count`, `path` or `rules`."
r#"facts {
  repeats : count = many
}
"#
r#"facts {
  repeats : count = 0
}
"#;
    PIPE_IN_SAFE "P203" "a pipe in a safe list"
    "Each unit of a line is decided by itself, so two programs that are vouched for may be piped anyway. A pipe stands in a `pattern`, where it catches."
r#"use std/commands

safe reading {
  cat | sort
}
"#
r#"use std/commands

safe reading {
  cat, sort
}
"#;
    MISPLACED "P204" "a condition on the wrong side"
    "`safe` vouches, so it stands in an allow. `unknown` and `unreadable` catch, so they stand in an ask, a deny or an assert; an allow says `even`. `resolve` sees one ask for the whole call, so it knows facts and reasons alone."
r#"policy example language 1

stage odd {
  allow when unknown because "why not"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage odd {
  ask when unknown because "nobody has declared it"
}

final rest { ask always because "nothing here decides" }
"#;
    NOT "P205" "`not` before something other than a fact"
    "A fact is true or false, so it has an opposite. What a unit does may be in doubt, and the opposite of a doubtful condition is doubtful in the other direction: `no` is the opposite of `any`."
r#"policy example language 1

stage reading {
  allow when not any writes because "writes nothing"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage reading {
  allow when no writes because "writes nothing"
}

final rest { ask always because "nothing here decides" }
"#;
    COMPARISON "P206" "a comparison that its fact does not have"
    "Ordered facts and counts have `<` and `>=`; unordered facts and paths only `=` and `!=`; a list of rules is asked by `says`; only a switch (`false < true`) stands alone."
r#"policy example language 1

facts {
  team : red | blue
}

stage team {
  ask when team < blue because "not blue"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

facts {
  team : red | blue
}

stage team {
  ask when team != blue because "not blue"
}

final rest { ask always because "nothing here decides" }
"#;
    SAYS "P207" "`says` on the wrong side"
    "`says allow` needs a certain match and so stands in an allow; `says ask` and `says deny` take a possible match and stand where something is asked or denied."
r#"policy example language 1

facts {
  mine : rules
}

stage mine {
  allow when mine says deny because "mine"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

facts {
  mine : rules
}

stage mine {
  deny when mine says deny because "mine"
}

final rest { ask always because "nothing here decides" }
"#;
    NO_ARGUMENT "P208" "an argument that its tool does not have"
    "A test on an argument that the tool's declaration does not name would hold never, or depend on what nobody has described."
r#"tools {
  fetch  contacts $url
}

pattern internal {
  tool fetch where $uri matches "*.internal*"
}
"#
r#"tools {
  fetch  contacts $url
}

pattern internal {
  tool fetch where $url matches "*.internal*"
}
"#;
    FLOOR_RULE "P301" "a floor that does not deny"
    "What a floor says holds whatever follows. So it denies and does nothing else, and rests on what is certain."
r#"policy example language 1

floor writes {
  ask when surely deletes because "deletes"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

floor writes {
  deny when surely deletes because "deletes"
}

final rest { ask always because "nothing here decides" }
"#;
    FLOOR_LATE "P302" "a floor that comes too late"
    "Stages run in the order of the file. After a stage that can allow, a floor would not be asked about what that stage has allowed."
r#"policy example language 1

stage reading {
  allow when only reads because "reads only"
}

floor clock {
  deny when surely changes clock because "the clock stays"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

floor clock {
  deny when surely changes clock because "the clock stays"
}

stage reading {
  allow when only reads because "reads only"
}

final rest { ask always because "nothing here decides" }
"#;
    FINAL "P303" "`final` missing, not last, or more than its one line"
    "Every call gets an answer, so a policy ends with one stage that always decides: `ask always`, `deny always` or `decide by TABLE`."
r#"policy example language 1

stage reading {
  allow when only reads because "reads only"
}
"#
r#"policy example language 1

stage reading {
  allow when only reads because "reads only"
}

final rest { ask always because "nothing here decides" }
"#;
    TABLE "P304" "a table with a hole, or looser to the right"
    "Every value of the fact has a row and every class a column, so that no call falls through. A stricter class never gets a looser verdict."
r#"facts {
  mode : plan < work = plan
}

classify risk {
  low when only reads
  else high
}

table fallback by mode, risk {
       low    high
  plan ask    deny
  work deny   allow
}
"#
r#"facts {
  mode : plan < work = plan
}

classify risk {
  low when only reads
  else high
}

table fallback by mode, risk {
       low    high
  plan ask    deny
  work allow  ask
}
"#;
    NO_ELSE "P305" "a classification that leaves units out"
    "`else` names the class of what no row describes, and of everything that is not understood."
r#"classify risk {
  low when only reads
}
"#
r#"classify risk {
  low when only reads
  else high
}
"#;
    RESOLVE "P306" "`resolve` beyond its powers"
    "`resolve ask` turns one ask into another answer. It never sees a deny, and it allows only what a person has allowed before: `granted`."
r#"policy example language 1

resolve ask {
  allow when interactive because "somebody is there"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

resolve ask {
  allow when granted because "allowed earlier in this session"
}

final rest { ask always because "nothing here decides" }
"#;
    ELSE_LOOSER "P307" "a malformed fact made looser than an absent one"
    "Values stand from strict to loose. If a broken value counted for more than none at all, whoever can break it would gain by it."
r#"facts {
  jail : off < on = off else on
}
"#
r#"facts {
  jail : off < on = off else off
}
"#;
    BEATEN "P308" "a rule that its own stage always beats"
    "Inside a stage order does not matter: deny beats ask beats allow. A rule that holds only where a stricter one of its stage holds as well can never decide."
r#"policy example language 1

stage code {
  ask when any runs because "runs code"
  deny when any runs because "runs code"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage code {
  ask when any runs because "runs code"
}

final rest { ask always because "nothing here decides" }
"#;
    LOOSENS "P309" "a tightening policy that loosens"
    "`policy x tightens y` runs beside the other policy, and the stricter verdict wins. So it has no allow, no `resolve` and no `final`: they would do nothing, or take away what the other policy holds."
r#"policy team tightens company language 1

use std/commands
use std/tools

stage reading {
  allow when only reads because "reads only"
}
"#
r#"policy team tightens company language 1

use std/commands
use std/tools

stage network {
  ask when any contacts because "uses the network"
}
"#;
    GRANT_KEY "P310" "a grant that covers more than was asked"
    "A grant answers later calls with the same key. A key that leaves out an argument which says what the call does, or the directory it starts from, would answer calls that do something else."
r#"tools {
  copy  reads $from, writes $to  subject $from
}
"#
r#"tools {
  copy  reads $from, writes $to  subject $from $to
}
"#;
    HEADER "P311" "the policy's first line"
    "A file with stages is a policy and says its name: `policy NAME language 1`. What other files use has no such line."
r#"stage reading {
  allow when only reads because "reads only"
}

final rest { ask always because "nothing here decides" }
"#
r#"policy example language 1

stage reading {
  allow when only reads because "reads only"
}

final rest { ask always because "nothing here decides" }
"#;
    KNOWS_NOTHING "P312" "a tightening policy that knows no program"
    "Policies that are laid over each other each read the call with their own declarations. One that declares no tool, or no program, understands no call: its rules about effects would never hold, and it would look as if it protected something."
r#"policy team tightens company language 1

stage network {
  ask when any contacts because "uses the network"
}
"#
r#"policy team tightens company language 1

use std/commands
use std/tools

stage network {
  ask when any contacts because "uses the network"
}
"#;
    EMPTY "P313" "a file that says nothing"
    "Nothing stands in the file but blank lines and comments. Whoever checks it would hear that nothing was found, as if something had been looked at."
r#"# the team's policy
"#
r#"policy example language 1

final rest { ask always because "nothing here decides" }
"#;
    EFFECT_KIND "P401" "an effect without its kind"
    "`changes` in a declaration says what it changes, so that a rule may tell the clock from the terminal."
r#"command settime { operand WORD changes }
"#
r#"command settime { operand WORD changes clock }
"#;
    VALUE_TYPE "P402" "an effect that does not fit its value"
    "A value's type says what can be done with it: a `FILE` is read or written, a `URL` is contacted, `CODE` is run. Plain text is none of these, and a rule about paths would never see it."
r#"command note { option -o WORD writes }
"#
r#"command note { option -o FILE writes }
"#;
    OPTION_TWICE "P403" "an option declared twice"
    "One spelling has one meaning. With a wrong number of values every operand that follows would be taken for another."
r#"command note {
  flag -o
  option -o FILE writes
}
"#
r#"command note {
  flag -v
  option -o FILE writes
}
"#;
    DIALECT "P404" "what the dialect does not have"
    "The dialect says how a program reads its arguments. An option that the dialect cannot read would be taken for an operand, or the other way round."
r#"command copy { option of= FILE writes }
"#
r#"command copy {
  dialect keyval
  option of= FILE writes
}
"#;
    DROPS_EFFECT "P405" "a declaration that knows less than the one it replaces"
    "A declaration says what a program does. One that silently drops an effect of the standard library would turn a rule off; whoever wants to allow the program says so in a `safe` list or a stage."
r#"use std/commands

command touch { operand [FILE]... sees }
"#
r#"use std/commands

command touch { operand [FILE]... writes }
"#;
    WRAPS_NOTHING "P406" "a wrapper that wraps nothing"
    "A wrapper's own value is a command that is read as a unit of its own. A program without such a value is a `command`."
r#"wrapper later { operand WORD }
"#
r#"wrapper later { operand ARGV runs }
"#;
    OPERANDS "P407" "operands that cannot be told apart"
    "Fixed operands take words from the left and the right of the one that takes many. With two of those nobody can say which word belongs where."
r#"command join {
  operand FILE... reads
  operand FILE... writes
}
"#
r#"command join {
  operand FILE... reads
  operand FILE writes
}
"#;
    NO_TARGET "P408" "an effect on nothing"
    "An effect on a path stands at a value or names its target. A flag has no value."
r#"command clean { flag --all deletes }
"#
r#"command clean {
  flag --all deletes operands
  operand [FILE]... deletes
}
"#;
    NO_NEAR "P501" "a case without its neighbour"
    "A case alone passes for a policy that gives everything the same answer. Its neighbour is the smallest change that changes the answer, and so shows what the answer depends on."
r#"test "reading" {
  allow `cat f`
}
"#
r#"test "reading" {
  allow `cat f` near ask `rm f`
}
"#;
    NEAR "P502" "a neighbour that is none"
    "The two sides differ in the call or in what is given, not in both and not in neither; otherwise nobody sees what changes the answer."
r#"test "reading" {
  allow `cat f` near ask `cat f`
}
"#
r#"test "reading" {
  allow `cat f` near ask `rm f`
}
"#;
    GIVEN "P503" "given facts that no host could supply"
    "`given` says what the host knows (`workspace`, `cwd`, `home`, `os`, `links` …) and the policy's own facts, in the form a host would hand them over."
r#"test "reading" given { cwd ["/w"] } {
  allow `cat f` near ask `rm f`
}
"#
r#"test "reading" given { cwd "/w" } {
  allow `cat f` near ask `rm f`
}
"#;
    JSON "P504" "arguments that are no JSON"
    "A structured call is written as its tool's name and its arguments, exactly as an agent would send them."
r#"test "writing" {
  ask write {"path": f} near allow read {"path": "f"}
}
"#
r#"test "writing" {
  ask write {"path": "f"} near allow read {"path": "f"}
}
"#;
}
