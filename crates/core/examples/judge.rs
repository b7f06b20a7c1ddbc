//! Judges one play: whether it is legal, and if not, every reason.
//!
//! `cargo run -p trinta-core --example judge [TABLE RACK TABLE_AFTERWARDS]`

use std::error::Error;

use trinta_core::{AnyWord, Layout, Proposal, Settings, Table, Tiles, check_play};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let before = Table::try_from(argument("r3 r4 r5 | k7 r7 b7").parse::<Layout>()?)?;
    let rack: Tiles = argument("r6 y7 k13").parse()?;
    let after: Layout = argument("r3 r4 r5 r6 | k7 r7 b7 y7 k13").parse()?;

    let settings = Settings::edition("hk")?;
    let proposal = Proposal { before: &before, rack: &rack, opened: true, after: &after };
    match check_play(&settings, &AnyWord, proposal) {
        Ok(play) => println!("legal: {} from the rack, leaving {}", play.placed, play.table),
        Err(error) => error.faults.iter().for_each(|fault| println!("{}: {fault}", fault.code())),
    }
    Ok(())
}

#[cfg(test)]
#[test]
fn it_runs() {
    main().unwrap();
}
