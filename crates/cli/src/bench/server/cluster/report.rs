//! What `trinta bench cluster` has found, as a table or as JSON.

use std::io::Write as _;

use serde::Serialize;

use crate::failure::Failure;

/// How many times the processor time of one node a move of three may take.
const GOAL: f64 = 2.0;

/// The results of a setup.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    pub(super) name: &'static str,
    pub(super) moves_per_second: f64,
    pub(super) ratio_to_bare: f64,
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
    pub(super) node_micros_per_move: f64,
    /// JSON has no value for what is not a number, which stands for what could not be measured: it becomes null.
    pub(super) postgres_micros_per_move: f64,
    pub(super) nats_micros_per_move: f64,
    pub(super) bus_texts_per_move: f64,
    pub(super) bus_bytes_per_move: f64,
}

/// What the bare fan-out has shown.
#[derive(Debug, Serialize)]
pub(super) struct BareFigures {
    pub(super) moves_per_second: f64,
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
}

/// The results of each setup.
#[derive(Debug, Serialize)]
pub(super) struct AllFigures {
    pub(super) sqlite: Figures,
    pub(super) postgres: Figures,
    pub(super) all_at_owner: Figures,
    pub(super) half_elsewhere: Figures,
}

/// The results of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) tables: u32,
    pub(super) seconds: u32,
    pub(super) rounds: u32,
    pub(super) rate: u32,
    pub(super) bare: BareFigures,
    pub(super) setups: AllFigures,
    pub(super) relay: Relay,
}

/// What the relay of half of the people costs, and the goal of a move among three nodes.
#[derive(Debug, Serialize)]
pub(super) struct Relay {
    /// Of both nodes together, for each move.
    node_micros_per_move: f64,
    nats_micros_per_move: f64,
    /// At each end of a text on the bus.
    micros_per_text_and_end: f64,
    /// The processor time of the nodes for a move of three, half of the people elsewhere, in times of one node.
    times_one_postgres_node: f64,
    times_one_sqlite_node: f64,
    /// The same with PostgreSQL and NATS.
    times_one_postgres_node_with_services: f64,
}

impl Relay {
    pub(super) fn of(setups: &AllFigures) -> Relay {
        let AllFigures { sqlite, postgres, all_at_owner, half_elsewhere } = setups;
        let of_nodes = half_elsewhere.node_micros_per_move - all_at_owner.node_micros_per_move;
        let whole = |of: &Figures| of.node_micros_per_move + of.postgres_micros_per_move;
        Relay {
            node_micros_per_move: of_nodes,
            nats_micros_per_move: half_elsewhere.nats_micros_per_move,
            micros_per_text_and_end: of_nodes / (2.0 * half_elsewhere.bus_texts_per_move),
            times_one_postgres_node: half_elsewhere.node_micros_per_move / postgres.node_micros_per_move,
            times_one_sqlite_node: half_elsewhere.node_micros_per_move / sqlite.node_micros_per_move,
            times_one_postgres_node_with_services: (whole(half_elsewhere) + half_elsewhere.nats_micros_per_move)
                / whole(postgres),
        }
    }
}

impl Report {
    pub(super) fn print(&self, json: bool) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        if json {
            let text = serde_json::to_string(self).map_err(|error| Failure::Input(error.to_string()))?;
            writeln!(out, "{text}")?;
            return Ok(());
        }
        let Report { tables, seconds, rounds, rate, bare, setups, relay } = self;
        writeln!(
            out,
            "{tables} tables of 4, {seconds} s each in {rounds} rounds, loopback, everything on the same machine"
        )?;
        writeln!(
            out,
            "latency to the last seat at {rate} moves/s; processor time in µs for each move of the fast half\n"
        )?;
        let heads = ["moves/s", "of bare", "p50 ms", "p99 ms", "nodes", "postgres", "nats", "texts", "bus bytes"];
        writeln!(out, "{:<31}{}", "", heads.map(|head| format!("{head:>10}")).concat())?;
        writeln!(
            out,
            "{:<31}{:>10.0}{:>10}{:>10.1}{:>10.1}",
            "bare fan-out", bare.moves_per_second, "1.00", bare.p50_ms, bare.p99_ms
        )?;
        let AllFigures { sqlite, postgres, all_at_owner, half_elsewhere } = setups;
        for of in [sqlite, postgres, all_at_owner, half_elsewhere] {
            writeln!(
                out,
                "{:<31}{:>10.0}{:>10.2}{:>10.1}{:>10.1}{:>10.0}{:>10}{:>10}{:>10.1}{:>10.0}",
                of.name,
                of.moves_per_second,
                of.ratio_to_bare,
                of.p50_ms,
                of.p99_ms,
                of.node_micros_per_move,
                measured(of.postgres_micros_per_move),
                measured(of.nats_micros_per_move),
                of.bus_texts_per_move,
                of.bus_bytes_per_move
            )?;
        }
        writeln!(
            out,
            "\nthe relay of half of the people: {:.0} µs of a move at both nodes together ({:.0} µs at each end of a text), and \
             {} µs of NATS",
            relay.node_micros_per_move,
            relay.micros_per_text_and_end,
            measured(relay.nats_micros_per_move)
        )?;
        let times = relay.times_one_postgres_node;
        writeln!(
            out,
            "a move of three nodes, half elsewhere, takes {times:.2} times the processor time of one node with PostgreSQL \
             (goal: at most {GOAL:.1}, {}), and {:.2} times that of one node with SQLite",
            if times <= GOAL { "reached" } else { "not reached" },
            relay.times_one_sqlite_node
        )?;
        let all = relay.times_one_postgres_node_with_services;
        if all.is_finite() {
            writeln!(out, "with what PostgreSQL and NATS use, {all:.2} times that of one node with PostgreSQL")?;
        }
        Ok(())
    }
}

/// A time that may not have been measured.
fn measured(micros: f64) -> String {
    if micros.is_finite() { format!("{micros:.0}") } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(node: f64, postgres: f64, nats: f64, texts: f64) -> Figures {
        Figures {
            name: "",
            moves_per_second: 1.0,
            ratio_to_bare: 1.0,
            p50_ms: 1.0,
            p99_ms: 1.0,
            node_micros_per_move: node,
            postgres_micros_per_move: postgres,
            nats_micros_per_move: nats,
            bus_texts_per_move: texts,
            bus_bytes_per_move: 0.0,
        }
    }

    #[test]
    fn the_relay_is_what_people_elsewhere_cost_more_than_those_at_the_owner() {
        let setups = AllFigures {
            sqlite: figures(80.0, f64::NAN, f64::NAN, 0.0),
            postgres: figures(100.0, 100.0, f64::NAN, 0.0),
            all_at_owner: figures(110.0, 100.0, 0.0, 0.0),
            half_elsewhere: figures(190.0, 110.0, 60.0, 4.0),
        };
        let relay = Relay::of(&setups);
        let found = [
            relay.node_micros_per_move,
            relay.nats_micros_per_move,
            relay.micros_per_text_and_end,
            relay.times_one_postgres_node,
            relay.times_one_sqlite_node,
            relay.times_one_postgres_node_with_services,
        ];
        assert_eq!(found.map(|value| format!("{value:.3}")), ["80.000", "60.000", "10.000", "1.900", "2.375", "1.800"]);
    }

    #[test]
    fn what_was_not_measured_is_said_not_to_be() {
        assert_eq!((measured(12.4), measured(f64::NAN)), ("12".to_owned(), "-".to_owned()));
    }
}
