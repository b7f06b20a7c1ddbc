//! The memory of the hardest search beyond the word list. Alone in its process, so that nothing else counts.

use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::{Settings, Table};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, WordBook, solve};

/// The peak resident memory of the process in MB; none where the system does not tell.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}

/// With few words and a rack of letters that few of them have, the search fills its memo.
#[test]
fn a_search_takes_less_than_64_mb() {
    let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Body));
    let book = WordBook::new(&dictionary);
    let settings = Settings::edition("word-b").unwrap();
    let table = "HAW | BUST | FLAB | CONK | HOOD | NEbS | POCK | EAR | PUMP | PERM | RUMp | ARSE | SOLE | GLIA | TUFT | CLAW \
                 | COAT | EYE | NOSE | RETE | VASA | TAIL | LOIN | SHIN | LID";
    let (table, rack) = (Table::read(table.parse().unwrap()).unwrap(), "DDGGJNQRRTXYZ".parse().unwrap());
    let rules = Rules::new(&settings, Some(&book)).unwrap();
    let position = Position { rules, table: &table, rack: &rack, opened: true };
    let before = peak_memory();
    let answer = solve(&position, Objective::Score, Budget::UNLIMITED);
    assert_eq!(answer.proof, Proof::Optimal);
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        println!("{} MB", after - before);
        assert!(after - before < 64, "{before} MB before, {after} MB after");
    }
}
