//! `key=value` words (`dd if=a of=b`): an option is spelled with its `=`; what is not declared so is an operand.

use super::Text;
use super::declared::Declared;
use super::machine::{Hit, Step};
use smallvec::smallvec;

pub(super) fn read(declared: &Declared<'_>, text: &Text, steps: &mut Vec<Step>) {
    let start = text.prefix();
    if let Some((key, _)) = start.split_once('=') {
        steps.push(match declared.exact(&format!("{key}=")) {
            Some(option) => Step::Options(smallvec![Hit { option, glued: text.behind(key.len() + 1) }]),
            None => Step::Undeclared(format!("{key}= is not declared")),
        });
        return;
    }
    if let Text::Known(known) = text {
        steps.push(match declared.exact(known) {
            Some(option) => Step::Options(smallvec![Hit { option, glued: None }]),
            None if known == "--" => Step::End,
            None if known.starts_with('-') && known.len() > 1 => {
                Step::Undeclared(format!("option {known} is not declared"))
            }
            None => Step::Operand,
        });
        return;
    }
    steps.push(Step::Operand);
    for (option, decl) in declared.options.iter().enumerate() {
        for spelling in &decl.spellings {
            let valued = spelling.ends_with('=');
            let form = if valued { format!("{spelling}*") } else { spelling.clone() };
            if super::glob_holds(&form, text) != super::Holds::No {
                steps.push(Step::Options(smallvec![Hit { option, glued: valued.then(Text::unknown) }]));
            }
        }
    }
}
