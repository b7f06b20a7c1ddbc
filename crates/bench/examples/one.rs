//! trace
#![allow(missing_docs, unsafe_code)]
use trinta_bench::collect;
use trinta_solver::numbers::{Objective, Proof, Solver};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[2].parse().unwrap();
    let trace = std::env::var("TRACE").ok();
    unsafe { std::env::remove_var("TRACE") };
    for (class, questions) in collect(1, n, |c| args[1].split(';').any(|a| c.to_string().starts_with(a))) {
        if let Some(s) = &trace { unsafe { std::env::set_var("TRACE", s) }; }
        let mut times = Vec::new();
        let mut looks = Vec::new();
        let mut unproved = 0;
        let mut s = Solver::with_budget(20_000);
        for q in &questions {
            let mut best = u128::MAX;
            for _ in 0..std::env::var("REP").map_or(4, |r| r.parse().unwrap()) {
                let t = std::time::Instant::now();
                let a = s.solve(&q.position(), Objective::Tiles);
                let e = t.elapsed().as_nanos();
                best = best.min(e);
                if trace.is_some() {
                    eprintln!("sets {} rack {} {:?} kept {:?} looked {} {:?}", q.table.len(), q.rack.len(), a.proof, a.best.as_ref().map(|b| (b.tiles, b.value, b.kept, b.broken)), s.looked_at(), e);
                }
                if best == e && a.proof == Proof::Bound { unproved += 1; }
            }
            times.push(best);
            looks.push(s.looked_at());
        }
        times.sort();
        looks.sort();
        let n = times.len();
        println!("{class:40} n {n:4} µs median {:8.1} p90 {:9.1} p99 {:9.1} max {:9.1} mean {:9.1} looked median {} p99 {} unproved {unproved}", times[n/2] as f64/1e3, times[n*9/10] as f64/1e3, times[n*99/100] as f64/1e3, times[n-1] as f64/1e3, times.iter().sum::<u128>() as f64/1e3/n as f64, looks[n/2], looks[n*99/100]);
    }
}
