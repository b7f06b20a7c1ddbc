//! How fast the engine is, with the naive way beside it: `cargo bench -p trinta-core`.

use divan::Bencher;
use divan::counter::ItemsCount;
use trinta_testkit::scenes::{FullTable, LongGame, random_games};
use trinta_testkit::{Case, Library};

fn main() {
    divan::main();
}

#[divan::bench]
fn check_25_sets(bencher: Bencher<'_, '_>) {
    let table = FullTable::new();
    bencher.bench(|| table.check());
}

#[divan::bench]
fn check_25_sets_naively(bencher: Bencher<'_, '_>) {
    let table = FullTable::new();
    bencher.bench(|| table.check_naively());
}

#[divan::bench]
fn fold(bencher: Bencher<'_, '_>) {
    let game = LongGame::new(&Library::everyday());
    bencher.counter(ItemsCount::new(game.events.len())).bench(|| game.fold());
}

#[divan::bench]
fn fold_naively(bencher: Bencher<'_, '_>) {
    let game = LongGame::new(&Library::everyday());
    bencher.counter(ItemsCount::new(game.events.len())).bench(|| game.fold_naively());
}

#[divan::bench(sample_count = 10, args = ["numbers", "words"])]
fn random_games_with_laws(bencher: Bencher<'_, '_>, family: &str) {
    let library = Library::everyday();
    let case_of = if family == "numbers" { Case::numbers } else { Case::words };
    let events = random_games(0..100, case_of, &library);
    bencher.counter(ItemsCount::new(events)).bench(|| random_games(0..100, case_of, &library));
}
