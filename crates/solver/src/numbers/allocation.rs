//! How the tiles of one number and colour are used: in open runs, in new runs, in groups, or left on the rack.

/// The open runs of one colour, packed: the numbers of those with one tile, with two tiles, and with three or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct OpenRuns(pub(super) u16);

impl OpenRuns {
    pub(super) const fn new(one: u8, two: u8, more: u8) -> OpenRuns {
        OpenRuns(one as u16 | (two as u16) << 3 | (more as u16) << 6)
    }

    pub(super) const fn one(self) -> u8 {
        (self.0 & 7) as u8
    }

    pub(super) const fn two(self) -> u8 {
        (self.0 >> 3 & 7) as u8
    }

    pub(super) const fn more(self) -> u8 {
        (self.0 >> 6 & 7) as u8
    }

    /// The number of different values.
    pub(super) const COUNT: usize = 512;

    /// An index below [`OpenRuns::COUNT`].
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One allocation to use the tiles of a number and colour, and the jokers that go with them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Allocation {
    /// Tiles in runs.
    pub(super) in_runs: u8,
    /// Tiles offered to groups.
    pub(super) in_groups: u8,
    /// Jokers that extend open runs.
    pub(super) jokers: u8,
    /// The number of complete runs that are extended.
    pub(super) extended: u8,
    /// The numbers of new runs with one, two, three and four jokers before their first tile.
    pub(super) leading: [u8; 4],
    /// The open runs afterwards.
    pub(super) runs: OpenRuns,
}

impl Allocation {
    /// The number of jokers, leading ones included.
    pub(super) const fn all_jokers(&self) -> u8 {
        self.jokers + self.leading[0] + 2 * self.leading[1] + 3 * self.leading[2] + 4 * self.leading[3]
    }

    /// The points of the jokers, each counting the number it stands for.
    pub(super) fn joker_points(&self, number: u8) -> u32 {
        let number = u32::from(number);
        let ahead = |count: u8, jokers: u32| {
            u32::from(count) * (1..=jokers).map(|back| number.saturating_sub(back)).sum::<u32>()
        };
        u32::from(self.jokers) * number
            + (1..).zip(self.leading).map(|(jokers, count)| ahead(count, jokers)).sum::<u32>()
    }

    /// Packed into 16 bits, without the open runs.
    pub(super) const fn pack(&self) -> u16 {
        self.in_runs as u16
            | (self.in_groups as u16) << 2
            | (self.jokers as u16) << 4
            | (self.extended as u16) << 7
            | (self.leading[0] as u16) << 10
            | (self.leading[1] as u16) << 12
            | (self.leading[2] as u16) << 14
            | (self.leading[3] as u16) << 15
    }

    pub(super) const fn unpack(bits: u16) -> Allocation {
        Allocation {
            in_runs: (bits & 3) as u8,
            in_groups: (bits >> 2 & 3) as u8,
            jokers: (bits >> 4 & 7) as u8,
            extended: (bits >> 7 & 7) as u8,
            leading: [(bits >> 10 & 3) as u8, (bits >> 12 & 3) as u8, (bits >> 14 & 1) as u8, (bits >> 15) as u8],
            runs: OpenRuns(0),
        }
    }
}

/// The tiles available at a number and colour, and a look ahead.
#[derive(Debug, Clone, Copy)]
pub(super) struct Availability {
    pub(super) all: u8,
    /// Tiles that have to be placed.
    pub(super) on_table: u8,
    pub(super) jokers: u8,
    /// Tiles of the colour at the next number, and at the one after.
    pub(super) ahead: [u8; 2],
    /// Whether this is the last number, so that every run has to be complete.
    pub(super) last: bool,
    /// The number of jokers that may lead a new run.
    pub(super) max_leading: u8,
    /// The number of tiles of one colour that groups can take.
    pub(super) max_in_groups: u8,
    /// See [`Model`](super::colour_graph::Model).
    pub(super) explicit_jokers: bool,
    /// See [`Model`](super::colour_graph::Model).
    pub(super) may_hold_back: bool,
}

/// Visits every allocation that can still be completed, except those dominated by another one whatever comes after.
pub(super) fn for_each_allocation(open: OpenRuns, availability: Availability, mut visit: impl FnMut(Allocation)) {
    let unfinished = open.one() + open.two();
    for in_groups in 0..=availability.all.min(availability.max_in_groups) {
        for in_runs in availability.on_table.saturating_sub(in_groups)..=availability.all - in_groups {
            let left = availability.all - in_groups - in_runs;
            // Jokers complete short runs, or bridge a gap before a tile that follows. A joker that does neither can go
            // to any set at the end, so it is not tried here.
            let bridges = if availability.ahead[0] > 0 { open.more() } else { 0 };
            let max_jokers = if availability.explicit_jokers {
                availability.jokers
            } else {
                availability.jokers.min(unfinished + bridges)
            };
            for jokers in unfinished.saturating_sub(in_runs)..=max_jokers {
                let free = in_runs + jokers - unfinished;
                let max_extended = free.min(open.more());
                if !availability.explicit_jokers {
                    // Dominated: a tile left on the rack could replace the joker, or extend a complete run.
                    let is_dominated = left > 0 && (jokers > 0 || max_extended < open.more());
                    if is_dominated && !availability.may_hold_back {
                        continue;
                    }
                }
                // Dominance: extending a complete run leaves every option that beginning a new one does.
                let min_extended = if availability.explicit_jokers { 0 } else { max_extended };
                for extended in min_extended..=max_extended {
                    let begun = free - extended;
                    if begun > in_runs {
                        continue;
                    }
                    let base = Allocation { in_runs, in_groups, jokers, extended, ..Allocation::default() };
                    add_leading_jokers(open, availability, base, begun, &mut visit);
                }
            }
        }
    }
}

/// Tries every number of leading jokers for the new runs.
fn add_leading_jokers(
    open: OpenRuns,
    availability: Availability,
    base: Allocation,
    begun: u8,
    visit: &mut impl FnMut(Allocation),
) {
    let max_jokers = availability.jokers - base.jokers;
    // The number of runs that can be led by `length` jokers each, given the runs and jokers that are left.
    let max_led = |length: u8, runs: u8, jokers: u8| {
        if length <= availability.max_leading { runs.min(jokers / length) } else { 0 }
    };
    for four in 0..=max_led(4, begun, max_jokers) {
        for three in 0..=max_led(3, begun - four, max_jokers - 4 * four) {
            for two in 0..=max_led(2, begun - four - three, max_jokers - 4 * four - 3 * three) {
                let (runs, jokers) = (begun - four - three - two, max_jokers - 4 * four - 3 * three - 2 * two);
                for one in 0..=max_led(1, runs, jokers) {
                    complete(open, availability, Allocation { leading: [one, two, three, four], ..base }, begun, visit);
                }
            }
        }
    }
}

/// Computes the open runs after an allocation, and visits it if these can still be completed.
fn complete(
    open: OpenRuns,
    availability: Availability,
    mut allocation: Allocation,
    begun: u8,
    visit: &mut impl FnMut(Allocation),
) {
    let [one, two, three, four] = allocation.leading;
    // Runs of one tile, and runs of two.
    let (short, pairs) = (begun - one - two - three - four, open.one() + one);
    if availability.last {
        if short + pairs == 0 {
            visit(allocation);
        }
        return;
    }
    let left = availability.jokers - allocation.all_jokers();
    if short + pairs > availability.ahead[0] + left || short > availability.ahead[1] + left {
        return;
    }
    // Complete runs beyond those that could ever be extended make no difference: capping them merges states.
    let more = (open.two() + allocation.extended + two + three + four).min(availability.ahead[0] + left).min(7);
    allocation.runs = OpenRuns::new(short, pairs, more);
    visit(allocation);
}

/// For each packed offer (0 to 3 tiles of each colour) the numbers of jokers with which all of it makes groups, one bit
/// per number.
pub(super) struct JokersForGroups([u8; 256]);

impl JokersForGroups {
    pub(super) const fn new() -> JokersForGroups {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let counts = [index & 3, index >> 2 & 3, index >> 4 & 3, index >> 6 & 3];
            let tiles = counts[0] + counts[1] + counts[2] + counts[3];
            let mut min = 0;
            let mut colour = 0;
            while colour < 4 {
                if counts[colour] > min {
                    min = counts[colour];
                }
                colour += 1;
            }
            // At least as many groups as a colour has tiles, at max_jokers as many as there are tiles.
            let mut groups = min;
            while groups <= tiles {
                let mut jokers = 0;
                while jokers <= 4 {
                    if 3 * groups <= tiles + jokers && tiles + jokers <= 4 * groups {
                        table[index] |= 1 << jokers;
                    }
                    jokers += 1;
                }
                groups += 1;
            }
            index += 1;
        }
        JokersForGroups(table)
    }

    /// The numbers of jokers with which an offer makes groups, one bit per number.
    pub(super) const fn of(&self, offer: usize) -> u8 {
        self.0[offer]
    }
}

/// The number of groups to make of these tiles and jokers, at least `min` of them.
pub(super) const fn group_count(tiles: u8, jokers: u8, min: u8) -> u8 {
    let mut groups = min;
    while groups < tiles && tiles + jokers > 4 * groups {
        groups += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_need_three_colours_or_jokers_in_their_place() {
        let groups = JokersForGroups::new();
        let pack = |counts: [usize; 4]| counts[0] | counts[1] << 2 | counts[2] << 4 | counts[3] << 6;
        assert_eq!(groups.of(pack([0, 0, 0, 0])), 0b1);
        assert_eq!(groups.of(pack([1, 0, 0, 0])), 0b1100);
        assert_eq!(groups.of(pack([1, 1, 0, 0])), 0b10110);
        assert_eq!(groups.of(pack([1, 1, 1, 0])), 0b11011);
        assert_eq!(groups.of(pack([2, 1, 1, 0])) & 0b1, 0);
        assert_eq!(groups.of(pack([2, 2, 2, 2])) & 0b1, 0b1);
    }
}
