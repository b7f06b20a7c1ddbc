//! The ring: the best of a table move to the next, the others stay (B01, B03, B04, B13).

use std::collections::BTreeSet;

use crate::people::Number;
use crate::refusal::Refusal;
use crate::seating::sizes;
use crate::settings::Absent;
use crate::state::Tournament;

/// B01: numbers in order, four to a table, then three. Who is absent leaves a hole, or the others close up (B13).
pub(super) fn first(tournament: &Tournament) -> Result<Vec<Vec<Number>>, Refusal> {
    let players: Vec<Number> = match tournament.settings.absent {
        Absent::Hole => (1..=tournament.people.highest()).map(Number).collect(),
        Absent::Close => tournament.people.present(),
    };
    let sizes = sizes(players.len()).ok_or(Refusal::Impossible(players.len()))?;
    let mut rest = players.into_iter();
    let mut table = |size: usize| -> Vec<Number> {
        rest.by_ref().take(size).filter(|number| tournament.people.is_present(*number)).collect()
    };
    Ok(sizes.into_iter().map(&mut table).collect())
}

/// B03, B04, B13: a mover who has left takes the empty seat along; nobody moves instead. Players who did not sit in the
/// ring before take empty seats at the smallest tables.
pub(super) fn next(tournament: &Tournament, round: u32, players: &[Number]) -> Vec<Vec<Number>> {
    let before = round - 1;
    let left = |number: &Number| !tournament.people.is_present(*number);
    let count = tournament.round(before).map_or(0, |round| round.tables.len());
    let mut tables: Vec<Vec<Number>> = vec![Vec::new(); count];
    // Those who come sit down before those who stay, as at the document's tables.
    for pass in [true, false] {
        for table in 1..=count as u32 {
            let moves = tournament.moves(before, table).map(|moves| moves.numbers).unwrap_or_default();
            let there = tournament.table(before, table).into_iter().flat_map(|table| &table.players);
            let to = if pass { tournament.next_table(before, table) } else { table };
            let going = there.filter(|number| !left(number) && moves.contains(number) == pass);
            tables[to as usize - 1].extend(going);
        }
    }
    let seated: BTreeSet<Number> = tables.iter().flatten().copied().collect();
    for &newcomer in players.iter().filter(|number| !seated.contains(number)) {
        let has_room = |table: &&mut Vec<Number>| (1..4).contains(&table.len());
        match tables.iter_mut().filter(has_room).min_by_key(|table| table.len()) {
            Some(table) => table.push(newcomer),
            None => tables.push(vec![newcomer]),
        }
    }
    tables
}
