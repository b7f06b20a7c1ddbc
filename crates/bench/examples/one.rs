//! trace
#![allow(missing_docs)]
use trinta_bench::collect;
use trinta_solver::numbers::{Objective, Solver};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[2].parse().unwrap();
    for (class, questions) in collect(1, n, |c| c.to_string().starts_with(&args[1])) {
        for q in &questions {
            let mut s = Solver::with_budget(100_000);
            let t = std::time::Instant::now();
            let a = s.solve(&q.position(), Objective::Tiles);
            eprintln!("{class}: sets {} rack {} {:?} kept {:?} looked {} {:?}", q.table.len(), q.rack.len(), a.proof, a.best.as_ref().map(|b| (b.tiles, b.value, b.kept, b.broken)), s.looked_at(), t.elapsed());
        }
    }
}
