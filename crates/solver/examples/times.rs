//! Times of the number solver on positions of self-play: `cargo run --release -p trinta-solver --example times -- 40`.

use std::time::Instant;

use trinta_core::{Settings, Table, Tile, TileSet, Tiles};
use trinta_solver::{Budget, Objective, Position, Rules, Solver};
use trinta_testkit::Dice;

/// Far beyond what a position of a game needs.
const BUDGET: Budget = Budget::nodes(3_000_000);

/// Visits the positions of a game in which everybody plays as many tiles as possible.
fn self_play(players: u8, seed: u64, solver: &mut Solver, visit: &mut dyn FnMut(&Position<'_>, &mut Solver)) {
    let settings = Settings::edition("hk").unwrap();
    let rules = Rules::numbers(&settings).unwrap();
    let mut dice = Dice::new(seed);
    let mut pool: Vec<Tile> = TileSet::numbers_for(players).tiles();
    for index in (1..pool.len()).rev() {
        pool.swap(index, dice.below(index + 1));
    }
    let mut racks: Vec<Tiles> = (0..players).map(|_| pool.split_off(pool.len() - 14).into_iter().collect()).collect();
    let mut opened = vec![false; usize::from(players)];
    let mut table = Table::new();
    let mut passes = 0;
    for seat in (0..usize::from(players)).cycle() {
        let position = Position { rules, table: &table, rack: &racks[seat], opened: opened[seat] };
        if opened[seat] && !table.is_empty() {
            visit(&position, solver);
        }
        match solver.solve(&position, Objective::Tiles, BUDGET).best {
            Some(best) => {
                passes = 0;
                opened[seat] = true;
                racks[seat].take(&best.placed).unwrap();
                table = best.table;
            }
            None => match pool.pop() {
                Some(tile) => racks[seat].add([tile]),
                None => passes += 1,
            },
        }
        if racks[seat].is_empty() || passes > players {
            return;
        }
    }
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(20);
    let settings = Settings::edition("hk").unwrap();
    for players in [2, 4, 6] {
        let mut solver = Solver::new();
        let mut positions: Vec<(Table, Tiles)> = Vec::new();
        for seed in 0..games {
            self_play(players, seed, &mut solver, &mut |position, _| {
                positions.push((position.table.clone(), position.rack.clone()));
            });
        }
        let mut times: Vec<(f64, u64, String)> = Vec::new();
        for (table, rack) in &positions {
            let position = Position { rules: Rules::numbers(&settings).unwrap(), table, rack, opened: true };
            let mut nodes = 0;
            // The shortest of three, because other processes lengthen the others.
            let time = (0..3).map(|_| {
                let start = Instant::now();
                nodes = solver.solve(&position, Objective::Tiles, BUDGET).nodes;
                start.elapsed().as_secs_f64() * 1e6
            });
            let time = time.fold(f64::MAX, f64::min);
            times.push((time, nodes, format!("{table} with {rack}")));
        }
        let mean = times.iter().map(|time| time.0).sum::<f64>() / times.len() as f64;
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        println!("{players} players: {} positions of {games} games, mean {mean:.1} µs", times.len());
        for share in [0.1, 0.5, 0.9, 0.99, 1.0] {
            if let Some((time, nodes, position)) = times.get(((times.len().max(1) - 1) as f64 * share) as usize) {
                println!("{:>5} %  {time:>10.1} µs  {nodes:>8} nodes  {position}", share * 100.0);
            }
        }
    }
}
