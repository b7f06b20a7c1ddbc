//! The processor time of nodes, PostgreSQL and NATS, as Linux counts it in `/proc`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::{AddAssign, Sub};

use super::super::Process;

/// Linux counts in hundredths of a second, whatever its kernel counts in.
const TICKS_PER_SECOND: f64 = 100.0;
/// The state of a socket that waits for connections, as in `/proc/net/tcp`.
const LISTENING: &str = "0A";

/// A service on this machine: the process that listens on its port, and what that has started. None if it is on another
/// machine, or belongs to somebody whose processes can't be looked into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Service {
    root: u32,
}

impl Service {
    /// The service behind an address such as `postgres://user@127.0.0.1:5432/database`.
    pub(super) fn find(url: &str, default_port: u16) -> Option<Service> {
        let (host, port) = host_and_port(url, default_port)?;
        if !matches!(host, "127.0.0.1" | "localhost" | "::1") {
            return None;
        }
        let sockets: HashSet<String> = ["/proc/net/tcp", "/proc/net/tcp6"]
            .iter()
            .filter_map(|file| fs::read_to_string(file).ok())
            .flat_map(|text| listening_sockets(&text, port))
            .collect();
        let listens = |id: &u32| {
            let files = fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten();
            let mut names = files.filter_map(|file| fs::read_link(file.path()).ok());
            names.any(|name| sockets.contains(&*name.to_string_lossy()))
        };
        process_ids().filter(listens).min().map(|root| Service { root })
    }

    /// What it has used, with its children that have ended.
    fn seconds(self, stats: &HashMap<u32, Stat>) -> f64 {
        let mut family = HashSet::from([self.root]);
        loop {
            let started = stats.iter().filter(|(id, stat)| family.contains(&stat.parent) && !family.contains(id));
            let started: Vec<u32> = started.map(|(id, _)| *id).collect();
            if started.is_empty() {
                break;
            }
            family.extend(started);
        }
        let own: f64 = family.iter().filter_map(|id| stats.get(id)).map(|stat| stat.own).sum();
        own + stats.get(&self.root).map_or(0.0, |stat| stat.of_ended_children)
    }
}

/// Both services of several nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Services {
    pub(super) postgres: Option<Service>,
    pub(super) nats: Option<Service>,
}

/// Processor time in seconds. What can't be measured is not a number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ProcessorTime {
    pub(super) nodes: f64,
    pub(super) postgres: f64,
    pub(super) nats: f64,
}

impl ProcessorTime {
    /// What everything has used until now.
    pub(super) fn now(nodes: &[Process], services: Services) -> ProcessorTime {
        let stats: HashMap<u32, Stat> = process_ids().filter_map(|id| Some((id, Stat::read(id)?))).collect();
        let of = |service: Option<Service>| service.map_or(f64::NAN, |service| service.seconds(&stats));
        ProcessorTime {
            nodes: nodes.iter().map(|node| stats.get(&node.id()).map_or(f64::NAN, |stat| stat.own)).sum(),
            postgres: of(services.postgres),
            nats: of(services.nats),
        }
    }
}

impl Sub for ProcessorTime {
    type Output = ProcessorTime;

    fn sub(self, before: ProcessorTime) -> ProcessorTime {
        ProcessorTime {
            nodes: self.nodes - before.nodes,
            postgres: self.postgres - before.postgres,
            nats: self.nats - before.nats,
        }
    }
}

impl AddAssign for ProcessorTime {
    fn add_assign(&mut self, more: ProcessorTime) {
        self.nodes += more.nodes;
        self.postgres += more.postgres;
        self.nats += more.nats;
    }
}

/// The host and the port of an address; none if it has several hosts or can't be read.
fn host_and_port(url: &str, default_port: u16) -> Option<(&str, u16)> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?']).next()?;
    let address = authority.rsplit('@').next()?;
    if address.contains(',') {
        return None;
    }
    match address.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && !port.ends_with(']') => {
            Some((host.trim_matches(['[', ']']), port.parse().ok()?))
        }
        _ => Some((address.trim_matches(['[', ']']), default_port)),
    }
}

/// The names that the files of a process have for sockets which wait for connections on a port.
fn listening_sockets(text: &str, port: u16) -> Vec<String> {
    let port = format!(":{port:04X}");
    let rows = text.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    let listening = rows.filter(|row| row.len() > 9 && row[1].ends_with(&port) && row[3] == LISTENING);
    listening.map(|row| format!("socket:[{}]", row[9])).collect()
}

fn process_ids() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok())
}

/// What Linux says of a process, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stat {
    parent: u32,
    own: f64,
    of_ended_children: f64,
}

impl Stat {
    fn read(id: u32) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    fn parse(text: &str) -> Option<Stat> {
        // The name may have spaces and brackets. What follows it begins with field 3.
        let (_, rest) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        let seconds = |field: usize| Some(fields.get(field - 3)?.parse::<f64>().ok()? / TICKS_PER_SECOND);
        Some(Stat {
            parent: fields.get(1)?.parse().ok()?,
            own: seconds(14)? + seconds(15)?,
            of_ended_children: seconds(16)? + seconds(17)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_found_by_its_address() {
        let of = |url| host_and_port(url, 5432);
        assert_eq!(of("postgres://trinta:pass@127.0.0.1:6000/trinta?sslmode=disable"), Some(("127.0.0.1", 6000)));
        assert_eq!(of("postgres://trinta@localhost/trinta"), Some(("localhost", 5432)));
        assert_eq!(of("nats://[::1]:4222"), Some(("::1", 4222)));
        assert_eq!(of("nats://[::1]"), Some(("::1", 5432)));
        assert_eq!(of("nats://one:4222,two:4222"), None);
        assert_eq!(of("one"), None);
    }

    #[test]
    fn a_socket_that_waits_for_connections_is_told_from_one_that_has_one() {
        let text = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
                    0: 0100007F:1770 00000000:0000 0A 00000000:00000000 00:00000000 00000000   105        0 777 1 0\n\
                    1: 0100007F:1770 0100007F:ABCD 01 00000000:00000000 00:00000000 00000000   105        0 778 1 0\n\
                    2: 0100007F:1771 00000000:0000 0A 00000000:00000000 00:00000000 00000000   105        0 779 1 0\n";
        assert_eq!(listening_sockets(text, 6000), ["socket:[777]"]);
    }

    #[test]
    fn the_time_of_a_process_and_of_its_ended_children_is_read_whatever_its_name() {
        let text = "12 (a) (b) c) S 7 12 12 0 -1 4194560 100 200 0 0 150 50 25 75 20 0 1 0 100 1000 10 0";
        assert_eq!(Stat::parse(text), Some(Stat { parent: 7, own: 2.0, of_ended_children: 1.0 }));
    }

    #[test]
    fn a_family_has_all_that_its_first_process_has_started() {
        let stat = |parent, own| Stat { parent, own, of_ended_children: 10.0 };
        let stats = HashMap::from([(5, stat(1, 1.0)), (6, stat(5, 2.0)), (7, stat(6, 4.0)), (8, stat(1, 8.0))]);
        assert!((Service { root: 5 }.seconds(&stats) - 17.0).abs() < 1e-9);
    }
}
