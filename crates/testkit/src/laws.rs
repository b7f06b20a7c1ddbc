//! The laws that every game of every edition obeys, checked after every event.

use trinta_core::{
    Actor, Command, CommandError, Counts, Event, EventOf, Game, Laid, Layout, NotATable, Phase, Score, Seat, Setup,
    Table, Tile, View, Viewer, see, sees_more,
};

use crate::naive;

/// A law that was broken, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

fn check_law(holds: bool, broken: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(broken())) }
}

/// A game whose laws are checked, with its events and the views of everybody at the table.
#[derive(Debug)]
pub struct Watched {
    /// The game itself.
    pub game: Game,
    /// The events so far.
    pub events: Vec<Event>,
    views: Vec<View>,
    all_tiles: Counts,
    thorough: bool,
}

impl Watched {
    /// A new game; with `thorough`, the more expensive laws are checked too.
    #[must_use]
    pub fn new(setup: Setup, thorough: bool) -> Watched {
        let all_tiles = setup.tile_set().tiles().into_iter().collect();
        let game = Game::new(setup);
        let views = viewers(&game).map(|viewer| game.view(viewer)).collect();
        Watched { game, events: Vec::new(), views, all_tiles, thorough }
    }

    /// Applies an event and checks the laws.
    ///
    /// # Errors
    /// The first law that is broken.
    pub fn apply(&mut self, event: Event) -> Result<(), Broken> {
        if self.thorough {
            play_is_legal(&self.game, &event)?;
        }
        self.game.apply(&event);
        self.tiles_are_conserved()?;
        table_is_valid(self.game.table(), self.thorough)?;
        self.views_follow(&event)?;
        if let EventOf::Ended { .. } = event {
            self.scores_add_up()?;
        }
        if self.thorough {
            survives_json(&event)?;
        }
        self.events.push(event);
        Ok(())
    }

    /// Every tile of the box is in exactly one place.
    fn tiles_are_conserved(&self) -> Result<(), Broken> {
        if matches!(self.game.phase(), Phase::Lots(_)) {
            return Ok(());
        }
        let there: Counts = self.game.all_tiles().collect();
        check_law(there == self.all_tiles, || format!("tiles are not conserved: {there:?}"))
    }

    /// The view folded from the events that a viewer saw equals the view of the game.
    fn views_follow(&mut self, event: &Event) -> Result<(), Broken> {
        for view in &mut self.views {
            view.apply(&see(event, view.viewer));
            check_law(*view == self.game.view(view.viewer), || {
                format!("the view of {:?} differs:\n{view:?}\n{:?}", view.viewer, self.game.view(view.viewer))
            })?;
        }
        Ok(())
    }

    /// Scores sum to zero, except in play A, and the highest score wins.
    fn scores_add_up(&self) -> Result<(), Broken> {
        let Some(outcome) = self.game.outcome() else { return Err(Broken("ended without an outcome".into())) };
        let sum: Score = outcome.scores.iter().copied().sum();
        check_law(self.game.settings().is_play_a() || sum == Score::ZERO, || format!("the scores sum to {sum}"))?;
        let highest = outcome.scores.iter().max();
        let best: Vec<Seat> =
            self.game.setup().seats().filter(|seat| Some(&outcome.scores[seat.index()]) == highest).collect();
        check_law(outcome.winners == best && !best.is_empty(), || format!("{:?} won, not {best:?}", outcome.winners))
    }

    /// Between two commands, the game can be taken apart and set up again, and is the same.
    ///
    /// # Errors
    /// When it can't, or is another.
    pub fn rebuilt(&self) -> Result<Game, Broken> {
        let position = self.game.position();
        let again = Game::from_position(self.game.setup().clone(), position)
            .map_err(|error| Broken(format!("a position of a game is refused: {error}\n{:?}", self.game)))?;
        check_law(again == self.game, || "the game set up from its position is another".to_owned())?;
        Ok(again)
    }

    /// The events, folded again from the start, give the same game.
    ///
    /// # Errors
    /// If they don't.
    pub fn replays(&self) -> Result<(), Broken> {
        let mut again = Game::new(self.game.setup().clone());
        self.events.iter().for_each(|event| again.apply(event));
        check_law(again == self.game, || "the replay is another game".to_owned())
    }
}

/// Everybody who can look at a game: all seats, a spectator, a judge.
pub fn viewers(game: &Game) -> impl Iterator<Item = Viewer> + use<> {
    game.setup().seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Judge])
}

/// Every set on the table is valid and in order: reading the table again does not change it.
fn table_is_valid(table: &Table, thorough: bool) -> Result<(), Broken> {
    let wrong = |error: NotATable| Broken(format!("{table}: {error}"));
    let again = Table::read(table.layout().clone()).map_err(wrong)?;
    // A single plain tile with bare jokers has several readings, which only its text tells apart.
    let lone = table.sets().any(|set| set.iter().filter(|piece| piece.reading().is_some()).count() == 1);
    check_law(lone || again == *table, || format!("{table} is read as {again}"))?;
    if thorough {
        let text = table.to_string();
        let written: Layout = text.parse().map_err(|error| Broken(format!("{text}: {error}")))?;
        let again = Table::read(written).map_err(wrong)?;
        check_law(again == *table, || format!("{table} is read from its text as {again}"))?;
        for set in table.sets().filter(|set| !set.iter().any(|piece| piece.reading().is_some_and(Tile::is_letter))) {
            let tiles: Vec<Tile> = set.iter().map(|piece| piece.tile()).collect();
            check_law(too_many_jokers(set) || naive::is_set(&tiles), || format!("{tiles:?} is not a set"))?;
        }
    }
    Ok(())
}

/// Trying every tile for three or more jokers takes too long to do after every event.
fn too_many_jokers(set: &[Laid]) -> bool {
    set.iter().filter(|piece| piece.is_joker()).count() > 2
}

/// The naive rules allow every play of numbers that the engine accepted.
fn play_is_legal(game: &Game, event: &Event) -> Result<(), Broken> {
    let EventOf::Played { seat, table, .. } = event else { return Ok(()) };
    let Some(player) = game.seat(*seat).filter(|_| game.settings().numbers().is_some()) else { return Ok(()) };
    if table.sets().any(too_many_jokers) {
        return Ok(());
    }
    check_law(naive::may_leave(game.table().layout(), &player.rack, table.layout()), || {
        format!("{event:?} is not legal")
    })
}

/// The naive rules refuse every play of numbers that the engine refused.
///
/// Not checked: openings, which have further conditions, jokers with an explicit reading, and more than two jokers.
///
/// # Errors
/// If they allow it.
pub fn refusal_is_just(game: &Game, actor: Actor, command: &Command, error: &CommandError) -> Result<(), Broken> {
    let (Actor::Seat(seat), Command::Play { layout }, CommandError::Illegal(_)) = (actor, command, error) else {
        return Ok(());
    };
    let jokers = layout.pieces().iter().filter(|piece| piece.is_joker());
    let simple = jokers.clone().all(|piece| piece.reading().is_none()) && jokers.count() <= 2;
    if game.settings().numbers().is_none() || !game.has_opened(seat) || !simple {
        return Ok(());
    }
    let Some(player) = game.seat(seat) else { return Ok(()) };
    check_law(!naive::may_leave(game.table().layout(), &player.rack, layout), || {
        format!("{layout} was refused: {error}")
    })
}

/// An event survives a round trip through JSON, and so do the seen events made from it.
fn survives_json(event: &Event) -> Result<(), Broken> {
    let json = |error: serde_json::Error| Broken(format!("{event:?}: {error}"));
    let text = serde_json::to_string(event).map_err(json)?;
    let again: Event = serde_json::from_str(&text).map_err(json)?;
    check_law(again == *event, || format!("{text} is read as {again:?}"))?;
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let seen = see(event, viewer);
        let text = serde_json::to_string(&seen).map_err(json)?;
        let again = serde_json::from_str(&text).map_err(json)?;
        check_law(seen == again, || format!("{text} is read as {again:?}"))?;
        let more = seen != see(event, Viewer::Spectator);
        check_law(sees_more(event, viewer) == more, || format!("{viewer:?} does not see more of {event:?}: {more}"))?;
    }
    Ok(())
}
