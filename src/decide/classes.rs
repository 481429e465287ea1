//! `classify`: the mildest class that a unit certainly is in.

use super::atoms::Scene;
use super::truth;
use crate::effects::Standing;
use crate::table::Class;

/// The class of a unit. What is not understood is in the last one.
pub fn class_of<'c>(class: &'c Class, scene: &Scene<'_>) -> &'c str {
    if scene.unit.standing != Standing::Understood {
        return &class.otherwise;
    }
    let certain = |atoms: &[crate::table::Atom]| truth::all(atoms.iter().map(|atom| scene.atom(atom))).is_yes();
    let row = class.rows.iter().find(|(_, atoms)| certain(atoms));
    row.map_or(&class.otherwise, |(name, _)| name)
}
