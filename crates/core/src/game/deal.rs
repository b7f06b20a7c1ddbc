//! The start of a game: lots, deal, and a new deal for three pairs (N6, N7, N9, W2).

use crate::edition::{Family, NewDeal};
use crate::game::command::CommandError;
use crate::game::decide::Step;
use crate::game::event::{Event, LotDraw};
use crate::game::knowledge::{HandKnowledge, PoolKnowledge};
use crate::game::setup::TILES_DEALT;
use crate::game::state::{Phase, StateOf};
use crate::game::view::{View, Viewer};
use crate::numbers::{PAIRS_FOR_A_NEW_DEAL, identical_pairs};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// A fair shuffle decides the lots in a round or two. One that still ties after this many rounds always will.
const MAX_ROUNDS_OF_LOTS: usize = 64;

impl Step<'_> {
    /// N6, W2: lots until one player has drawn best alone, then the deal.
    pub(super) fn deal(&mut self) -> Result<(), CommandError> {
        let Phase::Lots(everybody) = &self.game.phase else { return Err(CommandError::AlreadyDealt) };
        let mut tied = everybody.clone();
        for _ in 0..MAX_ROUNDS_OF_LOTS {
            let draws = self.lots(&tied);
            tied = highest(&draws);
            self.push(Event::Lot { draws });
            if tied.len() == 1 {
                break;
            }
        }
        self.deal_tiles(tied[0]);
        Ok(())
    }

    /// One round of lots: everybody draws until the tile is not a joker.
    fn lots(&self, seats: &[Seat]) -> Vec<LotDraw> {
        let mut tiles = self.shuffled(self.game.setup.tile_set().tiles()).into_iter();
        let mut draw = |seat| {
            let mut drawn = Vec::with_capacity(1);
            for tile in tiles.by_ref() {
                drawn.push(tile);
                if !tile.is_joker() {
                    break;
                }
            }
            LotDraw { seat, tiles: drawn }
        };
        seats.iter().map(|&seat| draw(seat)).collect()
    }

    /// N7, W2: 14 tiles each, seat after seat; the rest is the pool.
    fn deal_tiles(&mut self, starter: Seat) {
        let mut tiles = self.shuffled(self.game.setup.tile_set().tiles());
        let pool = tiles.split_off(TILES_DEALT * usize::from(self.game.players()));
        let racks = tiles.chunks(TILES_DEALT).map(|rack| rack.to_vec().into()).collect();
        self.push(Event::Dealt { starter, racks, pool: pool.into() });
    }

    /// The tiles in the order of the game's next shuffle.
    pub(super) fn shuffled(&self, mut tiles: Vec<Tile>) -> Vec<Tile> {
        self.aids.shuffle.shuffle(self.game.shuffles, &mut tiles);
        tiles
    }

    /// N9: a new deal, the starter staying the same.
    pub(super) fn new_deal(&mut self, seat: Seat) -> Result<(), CommandError> {
        let turn = self.whose_turn()?;
        let pairs = self.game.pairs_for_a_new_deal(seat, &self.game.seats[seat.index()].rack)?;
        let starter = self.starter(turn);
        self.push(Event::NewDeal { seat, pairs });
        self.deal_tiles(starter);
        Ok(())
    }

    /// Who began, told from whose turn it is and how many turns have been had.
    fn starter(&self, turn: Seat) -> Seat {
        let turns: u32 = self.game.seats.iter().map(|player| player.turns).sum();
        let players = u32::from(self.game.players());
        Seat(((u32::from(turn.0) + players - turns % players) % players) as u8)
    }
}

impl<H: HandKnowledge, P: PoolKnowledge> StateOf<H, P> {
    /// N9: the pairs on this rack of a seat for which it may ask for a new deal now.
    fn pairs_for_a_new_deal(&self, seat: Seat, rack: &Tiles) -> Result<Tiles, CommandError> {
        let Family::Numbers(rules) = &self.settings().family else { return Err(CommandError::NoNewDeal) };
        let first_turn = self.seats[seat.index()].turns == 0;
        let in_time = match rules.new_deal {
            NewDeal::No => return Err(CommandError::NoNewDeal),
            // Not told from the table: on site it can be empty again after a play (N19).
            NewDeal::BeforeAPlay => self.seats.iter().all(|seat| !seat.opened) && first_turn,
            NewDeal::BeforeOwnTurn => first_turn,
        };
        if !in_time {
            return Err(CommandError::NewDealTooLate);
        }
        let pairs = identical_pairs(rack);
        if pairs.len() / 2 < PAIRS_FOR_A_NEW_DEAL {
            return Err(CommandError::TooFewPairs { pairs: pairs.len() / 2 });
        }
        Ok(pairs)
    }
}

impl View {
    /// N9: whether the viewer may ask for a new deal now.
    #[must_use]
    pub fn may_ask_for_a_new_deal(&self) -> bool {
        let (Viewer::Seat(own), Some(rack)) = (self.viewer, self.own_rack()) else { return false };
        self.state.turn().is_some() && self.state.pairs_for_a_new_deal(own, rack).is_ok()
    }
}

/// The seats that drew best: the highest number (N6) or the letter nearest to A (W2).
pub(super) fn highest(draws: &[LotDraw]) -> Vec<Seat> {
    let merit = |draw: &LotDraw| match draw.tiles.last() {
        Some(tile) if tile.is_letter() => 1000 - tile.index(),
        Some(tile) => tile.value() as usize,
        None => 0,
    };
    let best = draws.iter().map(merit).max();
    draws.iter().filter(|draw| Some(merit(draw)) == best).map(|draw| draw.seat).collect()
}
