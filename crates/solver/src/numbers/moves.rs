//! What can be done with the tiles of one number and colour: into open runs, new runs, groups, or left on the rack.

/// The open runs of one colour, packed: how many have one tile, two tiles, three or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Runs(pub(super) u16);

impl Runs {
    pub(super) const fn new(one: u8, two: u8, more: u8) -> Runs {
        Runs(one as u16 | (two as u16) << 3 | (more as u16) << 6)
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

    /// How many there are to tell apart.
    pub(super) const ALL: usize = 512;

    /// Which of them this is.
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }
}

/// One way to use the tiles of a number and colour.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Move {
    /// Tiles into runs.
    pub(super) in_runs: u8,
    /// Tiles set aside for groups.
    pub(super) in_groups: u8,
    /// Jokers that extend runs.
    pub(super) jokers: u8,
    /// Complete runs that go on.
    pub(super) longer: u8,
    /// New runs with one, two, three, four jokers in front of their first tile.
    pub(super) led: [u8; 4],
    /// The runs afterwards.
    pub(super) runs: Runs,
}

impl Move {
    /// All jokers that it takes.
    pub(super) const fn all_jokers(&self) -> u8 {
        self.jokers + self.led[0] + 2 * self.led[1] + 3 * self.led[2] + 4 * self.led[3]
    }

    /// The points of its jokers, each counting the number it stands for.
    pub(super) fn joker_points(&self, number: u8) -> u32 {
        let number = u32::from(number);
        let ahead = |count: u8, jokers: u32| {
            u32::from(count) * (1..=jokers).map(|back| number.saturating_sub(back)).sum::<u32>()
        };
        u32::from(self.jokers) * number + (1..).zip(self.led).map(|(jokers, count)| ahead(count, jokers)).sum::<u32>()
    }

    /// Packed into 16 bits, from which [`Move::unpack`] finds all that rebuilding needs.
    pub(super) const fn pack(&self) -> u16 {
        self.in_runs as u16
            | (self.in_groups as u16) << 2
            | (self.jokers as u16) << 4
            | (self.longer as u16) << 7
            | (self.led[0] as u16) << 10
            | (self.led[1] as u16) << 12
            | (self.led[2] as u16) << 14
            | (self.led[3] as u16) << 15
    }

    pub(super) const fn unpack(bits: u16) -> Move {
        Move {
            in_runs: (bits & 3) as u8,
            in_groups: (bits >> 2 & 3) as u8,
            jokers: (bits >> 4 & 7) as u8,
            longer: (bits >> 7 & 7) as u8,
            led: [(bits >> 10 & 3) as u8, (bits >> 12 & 3) as u8, (bits >> 14 & 1) as u8, (bits >> 15) as u8],
            runs: Runs(0),
        }
    }
}

/// What there is for a number and colour, and what lies ahead.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) all: u8,
    pub(super) must: u8,
    pub(super) jokers: u8,
    /// Tiles of the colour at the next number, and at the one after.
    pub(super) ahead: [u8; 2],
    /// Whether nothing comes after this number, so that every run has to be complete.
    pub(super) last: bool,
    /// How many jokers in front of a new run have room and are worth a try.
    pub(super) lead: u8,
    /// How many tiles of one colour groups can take.
    pub(super) most_in_groups: u8,
    /// Whether jokers are tried everywhere, also where another place would do as well.
    pub(super) thorough: bool,
    /// Whether tiles may stay on the rack that could be placed without harm.
    pub(super) holding: bool,
}

/// Calls back for every way to use the tiles of a number and colour that can still come to a good end, but for those
/// that another way beats whatever comes after.
pub(super) fn each_move(old: Runs, place: Place, mut found: impl FnMut(Move)) {
    let unfinished = old.one() + old.two();
    for in_groups in 0..=place.all.min(place.most_in_groups) {
        for in_runs in place.must.saturating_sub(in_groups)..=place.all - in_groups {
            let left = place.all - in_groups - in_runs;
            // Jokers complete runs, or bridge the gap to a tile that follows. A joker that does neither can go to any
            // set in the end, so it is not tried here.
            let bridges = if place.ahead[0] > 0 { old.more() } else { 0 };
            let useful = if place.thorough { place.jokers } else { place.jokers.min(unfinished + bridges) };
            for jokers in unfinished.saturating_sub(in_runs)..=useful {
                let free = in_runs + jokers - unfinished;
                let longest = free.min(old.more());
                if !place.thorough {
                    // A tile that stays on the rack could stand where the joker does, or make a complete run longer.
                    let wasted = left > 0 && (jokers > 0 || longest < old.more());
                    if wasted && !place.holding {
                        continue;
                    }
                }
                // Whatever becomes of a new run becomes of a complete one that goes on.
                let shortest = if place.thorough { 0 } else { longest };
                for longer in shortest..=longest {
                    let begun = free - longer;
                    if begun > in_runs {
                        continue;
                    }
                    let plain = Move { in_runs, in_groups, jokers, longer, ..Move::default() };
                    lead_on(old, place, plain, begun, &mut found);
                }
            }
        }
    }
}

/// Puts jokers in front of new runs, or none.
fn lead_on(old: Runs, place: Place, plain: Move, begun: u8, found: &mut impl FnMut(Move)) {
    let most = place.jokers - plain.jokers;
    // How many runs can have so many jokers in front, when runs and jokers are left.
    let up_to = |length: u8, runs: u8, jokers: u8| if length <= place.lead { runs.min(jokers / length) } else { 0 };
    for four in 0..=up_to(4, begun, most) {
        for three in 0..=up_to(3, begun - four, most - 4 * four) {
            for two in 0..=up_to(2, begun - four - three, most - 4 * four - 3 * three) {
                let (runs, jokers) = (begun - four - three - two, most - 4 * four - 3 * three - 2 * two);
                for one in 0..=up_to(1, runs, jokers) {
                    begin(old, place, Move { led: [one, two, three, four], ..plain }, begun, found);
                }
            }
        }
    }
}

/// Works out the runs after a move, and calls back if they can still come to a good end.
fn begin(old: Runs, place: Place, mut way: Move, begun: u8, found: &mut impl FnMut(Move)) {
    let [one, two, three, four] = way.led;
    let (short, pairs) = (begun - one - two - three - four, old.one() + one);
    if place.last {
        if short + pairs == 0 {
            found(way);
        }
        return;
    }
    let left = place.jokers - way.all_jokers();
    if short + pairs > place.ahead[0] + left || short > place.ahead[1] + left {
        return;
    }
    // More complete runs than could ever go on are as good as fewer: equal states meet sooner.
    let more = (old.two() + way.longer + two + three + four).min(place.ahead[0] + left).min(7);
    way.runs = Runs::new(short, pairs, more);
    found(way);
}

/// For the tiles of each colour set aside for groups (0 to 3 each): which numbers of jokers make groups of them all,
/// a bit each.
pub(super) struct Groups([u8; 256]);

impl Groups {
    pub(super) const fn new() -> Groups {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let counts = [index & 3, index >> 2 & 3, index >> 4 & 3, index >> 6 & 3];
            let tiles = counts[0] + counts[1] + counts[2] + counts[3];
            let mut fewest = 0;
            let mut colour = 0;
            while colour < 4 {
                if counts[colour] > fewest {
                    fewest = counts[colour];
                }
                colour += 1;
            }
            // As many groups as the fullest colour has tiles, or more, each with a tile of its own.
            let mut groups = fewest;
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
        Groups(table)
    }

    /// The numbers of jokers that make groups of these tiles, a bit each.
    pub(super) const fn jokers(&self, packed: usize) -> u8 {
        self.0[packed]
    }
}

/// How many groups to make of so many tiles and jokers, the fullest colour having `fewest` tiles.
pub(super) const fn group_count(tiles: u8, jokers: u8, fewest: u8) -> u8 {
    let mut groups = fewest;
    while groups < tiles && tiles + jokers > 4 * groups {
        groups += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_need_three_colours_or_jokers_for_them() {
        let groups = Groups::new();
        let pack = |counts: [usize; 4]| counts[0] | counts[1] << 2 | counts[2] << 4 | counts[3] << 6;
        assert_eq!(groups.jokers(pack([0, 0, 0, 0])), 0b1);
        assert_eq!(groups.jokers(pack([1, 0, 0, 0])), 0b1100);
        assert_eq!(groups.jokers(pack([1, 1, 0, 0])), 0b10110);
        assert_eq!(groups.jokers(pack([1, 1, 1, 0])), 0b11011);
        assert_eq!(groups.jokers(pack([2, 1, 1, 0])) & 0b1, 0);
        assert_eq!(groups.jokers(pack([2, 2, 2, 2])) & 0b1, 0b1);
    }
}
