//! The views of each role, from their parts.

use std::collections::BTreeMap;

use crate::draw::Draw;
use crate::event::{GameId, Seat};
use crate::people::{Number, Player};
use crate::settings::PlayOffs;
use crate::state::{Outcome, Tournament};
use crate::table_state::TableStatus;
use crate::view::build::{Names, is_public};
use crate::view::{
    CallView, CaseView, DirectorView, GameView, JudgeView, OwnGame, PlayerLine, PlayerView, PublicView, StaffView,
    TableGames,
};

impl Tournament {
    pub(super) fn public_view(&self) -> PublicView {
        PublicView {
            notice: self.notice(),
            rounds: self.round_views(Names::Public, false),
            standings: self.standing_views(Names::Public),
            cut: self.settings().winners,
            keys: self.settings().keys.clone(),
            play_offs: self.play_off_views(Names::Public, false),
            winners: self.winners(),
            ordered: self.settings().play_off == PlayOffs::Ranks,
            edition: self.settings().edition.clone(),
            rules: self.settings().rules.clone(),
            play: self.settings().play,
            // Whoever knew it before could work out the next draw; and where codes follow from it, the code of every card,
            // and with it the whole name of every player, as long as there are names.
            seed: (self.is_finished() && (!self.seed_tells_codes() || self.hall().is_forgotten()))
                .then(|| self.seed().clone()),
        }
    }

    pub(super) fn player_view(&self, player: &Player) -> PlayerView {
        let newest = self.newest_public_round();
        let table = newest.and_then(|round| Some(Seat { round, table: self.table_of(round, player.number)? }));
        let moves = table.filter(|seat| !self.has_started(seat.round + 1)).map(|seat| self.moves_of_table(seat));
        PlayerView {
            public: self.public_view(),
            next_table: moves.and_then(|moves| moves.get(&player.number).copied()),
            number: player.number,
            name: player.person.name.clone(),
            school: player.person.school.clone(),
            status: player.status,
            table,
            games: self.own_games(player.number),
        }
    }

    pub(super) fn staff_view(&self) -> StaffView {
        StaffView {
            notice: self.notice(),
            rounds: self.round_views(Names::Whole, false),
            paused: self.paused_views(),
            to_dismiss: self.to_dismiss(),
        }
    }

    pub(super) fn judge_view(&self, table: u32) -> JudgeView {
        let round = self.newest_public_round().unwrap_or_default();
        let seat = Seat { round, table };
        let there = self.table(round, table);
        let sitting = there.map(|there| there.players.as_slice()).unwrap_or_default();
        let draw = there.and_then(|there| there.draw.as_ref()).and_then(Draw::pending);
        let has_moved = self.has_started(round + 1);
        let calls = || self.hall().calls().iter().filter(|call| call.seat == seat && !call.answered);
        let contested = |case: &crate::state::Case| case.decision.is_none() && case.subject.seat() == Some(seat);
        JudgeView {
            notice: self.notice(),
            table,
            game_on: there.map(|_| self.game_on(seat)),
            round_state: there.map(|_| self.round_state(round)),
            rules: self.rules_view(round),
            device: self.hall().device(table).map(str::to_owned),
            called_at: calls().find_map(|call| call.at),
            contested: self.cases().iter().any(contested),
            draws: self.draws_at(seat),
            play_offs: self.play_off_views(Names::Public, false),
            judge: self.hall().judge(round.max(1), table).map(str::to_owned),
            seating: self.table_view(seat, Names::Whole),
            players: sitting.iter().filter_map(|number| self.player_line(*number)).collect(),
            games: self.game_views(seat),
            incidents: self.hall().incidents().iter().filter(|one| one.seat == Some(seat)).cloned().collect(),
            called: calls().next().is_some(),
            moves: if has_moved { BTreeMap::new() } else { self.moves_of_table(seat) },
            to_draw: draw.map(|pending| pending.numbers).unwrap_or_default(),
        }
    }

    pub(super) fn director_view(&self) -> DirectorView {
        let round = self.newest_started();
        let (missing, draws) = self.missing(round);
        let judged = round.max(1);
        let judge = |table: u32| Some((table, self.hall().judge(judged, table)?.to_owned()));
        let case = |(number, case): (u32, &crate::state::Case)| CaseView {
            case: number,
            subject: case.subject.clone(),
            decision: case.decision,
            former: case.former.as_ref().map(|former| former.name.clone()),
        };
        let calls = (1..).zip(self.hall().calls()).filter(|(_, call)| !call.answered);
        let mut rounds = self.round_views(Names::Whole, true);
        for shown in &mut rounds {
            for table in &mut shown.tables {
                if self.is_flagged(Seat { round: shown.round, table: table.table }) {
                    table.status = Some(TableStatus::Flagged);
                }
            }
        }
        let mut printed: Vec<String> = self.printed().iter().map(|printed| printed.address.to_string()).collect();
        printed.sort();
        printed.dedup();
        DirectorView {
            notice: self.notice(),
            postponed_because: self.hall().postponed().map(str::to_owned),
            settings: self.settings().clone(),
            rules: self.rules_view(round),
            seed: self.seed().clone(),
            rounds,
            standings: self.standing_views(Names::Whole),
            cut: self.settings().winners,
            games: self.all_games(),
            players: self.people().iter().filter_map(|player| self.player_line(player.number)).collect(),
            waiting: self.people().waiting().map(|person| person.name.clone()).collect(),
            missing,
            draws,
            to_draw: self.draws_of_newest_round(),
            ties: self.standings().open_ties,
            play_offs: self.play_off_views(Names::Whole, true),
            winners: self.winners(),
            devices: self.hall().devices().clone(),
            printed,
            // The log knows them, and adds them.
            undoable: Vec::new(),
            judges: self.tables_of(judged).into_iter().filter_map(judge).collect(),
            without_judge: self.without_judge(judged),
            staff: self.hall().staff().to_vec(),
            cases: (1..).zip(self.cases()).map(case).collect(),
            calls: calls
                .map(|(number, call)| CallView { call: number, seat: call.seat, at: call.at, why: call.why.clone() })
                .collect(),
            incidents: self.hall().incidents().to_vec(),
            paused: self.paused_views(),
            to_dismiss: self.to_dismiss(),
        }
    }

    pub(super) fn newest_public_round(&self) -> Option<u32> {
        let rounds = (1..).zip(self.rounds()).filter(|(_, round)| is_public(round));
        rounds.map(|(number, _)| number).last()
    }

    fn player_line(&self, number: Number) -> Option<PlayerLine> {
        let player = self.people().get(number)?;
        Some(PlayerLine {
            number,
            name: player.person.name.clone(),
            school: player.person.school.clone(),
            status: player.status,
            warnings: self.warnings(number),
            offences: self.offences(number).cloned().collect(),
            publicity: player.public.publicity,
            house: player.house,
        })
    }

    fn all_games(&self) -> Vec<TableGames> {
        let seats = (1..=self.newest_started())
            .flat_map(|round| self.tables_of(round).into_iter().map(move |table| Seat { round, table }));
        seats.map(|seat| TableGames { seat, games: self.game_views(seat) }).collect()
    }

    fn game_views(&self, seat: Seat) -> Vec<GameView> {
        let Seat { round, table } = seat;
        let games = self.table(round, table).map_or(0, |there| there.games.len() as u32);
        (1..=games).map(|game| self.game_view(GameId { round, table, game })).collect()
    }

    fn game_view(&self, id: GameId) -> GameView {
        let outcome = self.game(id).and_then(|game| game.outcome.as_ref());
        let result = match outcome {
            Some(Outcome::Scored(result)) => Some(result),
            _ => None,
        };
        GameView {
            game: id.game,
            order: self.turn_order(id),
            steps: self.hall().steps(id).to_vec(),
            next_step: self.next_step(id),
            ended: result.map(|result| result.ended),
            redeals: self.hall().redeals(id).to_vec(),
            annulled: matches!(outcome, Some(Outcome::Annulled(_))),
            racks: result.map(|result| result.racks.clone()),
            flags: result.map(crate::result::GameResult::flags).unwrap_or_default(),
            unsigned: self.unsigned(id),
        }
    }

    /// The games of rounds that a player has played, with the player's own rack.
    fn own_games(&self, number: Number) -> Vec<OwnGame> {
        let mut own = Vec::new();
        for (round, seated) in (1..).zip(self.rounds()) {
            for (table, there) in (1..).zip(&seated.tables) {
                for (game, played) in (1..).zip(&there.games) {
                    let Some(Outcome::Scored(result)) = &played.outcome else { continue };
                    let Some(rack) = result.racks.iter().find(|rack| rack.number == number) else { continue };
                    let (ended, scores, rack) = (result.ended, result.scores(), rack.clone());
                    own.push(OwnGame { round, table, game, ended, scores, rack });
                }
            }
        }
        own
    }
}
