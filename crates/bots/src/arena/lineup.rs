//! Line-ups: which bots meet at a table.

/// All combinations of entrants for a table, in order: five bots at tables for two make ten line-ups. Entrants are
/// indices of bots, and a bot may enter more than once; line-ups of the same bots are listed once.
#[must_use]
pub fn lineups(entrants: &[usize], players: u8) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    choose(entrants, usize::from(players), &mut Vec::new(), &mut found);
    let mut seen: Vec<Vec<usize>> = Vec::new();
    found.retain(|lineup| {
        let mut sorted = lineup.clone();
        sorted.sort_unstable();
        let new = !seen.contains(&sorted);
        seen.push(sorted);
        new
    });
    found
}

fn choose(entrants: &[usize], players: usize, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if chosen.len() == players {
        found.push(chosen.clone());
        return;
    }
    for (index, &entrant) in entrants.iter().enumerate() {
        chosen.push(entrant);
        choose(&entrants[index + 1..], players, chosen, found);
        chosen.pop();
    }
}

/// The pairs of different bots that meet in some line-up.
#[must_use]
pub fn pairs(lineups: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let both = |lineup: &Vec<usize>| {
        let of_one = |&one: &usize| lineup.iter().filter(move |&&other| other > one).map(move |&other| (one, other));
        lineup.iter().flat_map(of_one).collect::<Vec<_>>()
    };
    let mut pairs: Vec<(usize, usize)> = lineups.iter().flat_map(both).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        assert_eq!(lineups(&[0, 1, 2], 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(lineups(&[0, 1, 1, 1], 4), [[0, 1, 1, 1]]);
        assert_eq!(lineups(&[0, 1, 1], 2), [[0, 1], [1, 1]]);
        assert_eq!(pairs(&lineups(&[0, 1, 2, 2], 3)), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(&[vec![1, 1]]), []);
        assert!(lineups(&[0], 2).is_empty());
    }
}
