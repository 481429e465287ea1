//! A look at the shared corpora with a crude judgement; run by hand (`POLICYC_CORPUS`: the folder).
use super::helper::*;
use super::*;
use crate::table::EffectKind;

fn crude(reading: &Reading) -> bool {
    reading.units.iter().all(|unit| {
        unit.standing == Standing::Understood
            && unit.effects.iter().all(|effect| match effect.kind {
                EffectKind::Reads | EffectKind::Sees | EffectKind::Refreshes | EffectKind::Obeys | EffectKind::Enters | EffectKind::Verifies => true,
                EffectKind::ReadsEnvironment | EffectKind::Writes | EffectKind::Deletes | EffectKind::Runs(_) | EffectKind::Contacts | EffectKind::Changes(_) | EffectKind::Sets => false,
            })
    })
}

#[test]
fn corpus() {
    let Ok(folder) = std::env::var("POLICYC_CORPUS") else { return };
    for (file, good) in [("under.jsonl", false), ("over.jsonl", true)] {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        let (mut all, mut off) = (0, 0);
        for line in text.lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            if row["shell"] != "bash" || row.get("rule").is_some() {
                continue;
            }
            all += 1;
            let command = row["command"].as_str().unwrap();
            let reading = read(command);
            if crude(&reading) != good {
                off += 1;
                println!("{file} {} {} {}\n   {command}\n{}", row["verified"], row["effects"], row["why"], show(&reading));
            }
        }
        println!("#### {file}: {off} of {all} off");
    }
}
