//! From a request to its events, or a refusal. Nothing is changed here.

use trinta_core::edition::RulesVersion;
use trinta_core::shuffle::Shuffler;
use trinta_core::{Actor, Aids, Command, Event, Game, Layout, Seat};
use trinta_time::Timestamp;

use crate::chance::Chance;
use crate::command::{Request, Requester};
use crate::event::{Occupant, TableEvent};
use crate::face::Face;
use crate::ids::{MAX_NAME_LENGTH, PlayerId, hex};
use crate::plan::{Access, Plan};
use crate::refusal::{Code, Refusal};
use crate::roles::{Authority, Role, Ruler};
use crate::ruling::Ruling;
use crate::state::{CurrentGame, Table};

/// The most invitations of a table that are open at a time.
const MAX_INVITES: usize = 32;
/// The most judges of a table, those included who are invited.
const MAX_JUDGES: usize = 4;

type Decided = Result<Vec<TableEvent>, Refusal>;

fn refuse<T>(code: Code, message: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}

impl Table {
    /// Decides a request made at a time: what happens, or why it is refused. The table itself is not changed.
    ///
    /// # Errors
    /// Why the request is refused.
    pub fn decide(&self, at: Timestamp, who: &Requester, request: &Request, chance: &dyn Chance) -> Decided {
        if self.closed {
            return refuse(Code::Closed, "this table is closed");
        }
        let events = self.decide_open(at, who, request, chance)?;
        #[cfg(feature = "next-version")]
        let events = self.in_next_version(who, request, events);
        Ok(events)
    }

    /// The same for a table that is not closed.
    fn decide_open(&self, at: Timestamp, who: &Requester, request: &Request, chance: &dyn Chance) -> Decided {
        match request {
            Request::TakeSeat { seat, name, face, invite, code } => {
                let seat = self.choose_seat(at, who, *seat, invite.as_deref(), code.as_deref())?;
                self.take_seat(who, seat, name, *face)
            }
            Request::Rename { name, face } => self.rename(who, name, *face),
            Request::LeaveSeat { seat } => self.leave_seat(at, who, *seat),
            Request::Seat { seat, occupant } => self.seat_occupant(who, *seat, occupant),
            Request::Unseat { seat } => self.unseat(who, *seat),
            Request::Invite { hash, seat, until } => self.invite(at, who, hash, *seat, *until),
            Request::InviteJudge { hash, until } => self.invite_judge(at, who, hash, *until),
            Request::BecomeJudge { name, invite } => self.become_judge(at, who, name, invite),
            Request::CommitEntropy { seat, deal, commitment } => {
                self.commit_entropy(at, who, *seat, *deal, *commitment)
            }
            Request::RevealEntropy { seat, deal, entropy } => self.reveal_entropy(at, who, *seat, *deal, *entropy),
            Request::DealTimeUp => {
                self.house(who)?;
                self.deal_time_up(at, chance)
            }
            Request::Begin => self.begin(at, who, chance),
            Request::Rematch => self.rematch(at, who, chance),
            Request::Play { seat, command } => self.play_command(who, *seat, command),
            Request::TimeUp { draft } => {
                self.house(who)?;
                self.in_game(Actor::Host, &time_up(draft.as_ref()))
            }
            Request::Restore { table } => {
                self.may_rule(who)?;
                self.in_game(Actor::Host, &restore_command(table))
            }
            Request::PushRack { seat } => self.push_rack(who, *seat),
            Request::CloseChallenge => {
                self.house(who)?;
                self.in_game(Actor::Host, &Command::CloseChallenge)
            }
            Request::Pause => self.pause(who),
            Request::Unpause => self.unpause(who),
            Request::Resume { lost } => {
                self.house(who)?;
                Ok(vec![TableEvent::Resumed {
                    lost: *lost,
                    #[cfg(feature = "next-version")]
                    cause: None,
                }])
            }
            Request::DiscardSecrets => self.discard_secrets(at, who, chance),
            Request::Away { seat } => self.set_away(at, who, *seat, true),
            Request::Back { seat } => self.set_away(at, who, *seat, false),
            Request::Close => self.close(who),
            Request::Expire { before } => self.expire(who, *before),
        }
    }

    /// Whether deciding a request may need a search, which can take long. The core knows when its rules search.
    #[must_use]
    pub fn may_search(&self, request: &Request) -> bool {
        let game = self.running().map(|current| &current.game);
        let asks = |command: &Command| game.is_some_and(|game| game.may_search(command));
        match request {
            Request::Play { seat: _, command } => asks(command),
            Request::TimeUp { draft } => asks(&time_up(draft.as_ref())),
            Request::Restore { table } => asks(&restore_command(table)),
            Request::CloseChallenge => asks(&Command::CloseChallenge),
            Request::TakeSeat { .. }
            | Request::Rename { .. }
            | Request::LeaveSeat { .. }
            | Request::Seat { .. }
            | Request::Unseat { .. }
            | Request::Invite { .. }
            | Request::InviteJudge { .. }
            | Request::BecomeJudge { .. }
            | Request::PushRack { .. }
            | Request::CommitEntropy { .. }
            | Request::RevealEntropy { .. }
            | Request::DealTimeUp
            // A deal ends no game.
            | Request::Begin
            | Request::Rematch
            | Request::Pause
            | Request::Unpause
            | Request::Resume { .. }
            | Request::DiscardSecrets
            | Request::Away { .. }
            | Request::Back { .. }
            | Request::Close
            | Request::Expire { .. } => false,
        }
    }

    /// The opening of a table: the first entry of its log.
    #[must_use]
    pub fn opening(plan: Plan, host: PlayerId, code: String) -> Vec<TableEvent> {
        let (plan, rules) = (plan.with_online_settings(), RulesVersion::CURRENT);
        vec![TableEvent::Opened { plan, host, code, rules }]
    }

    fn house(&self, who: &Requester) -> Result<(), Refusal> {
        if *who == Requester::House { Ok(()) } else { refuse(Code::HouseOnly, "only the server can do this") }
    }

    fn is_host(&self, who: &Requester) -> bool {
        match who {
            Requester::Player(player) => *player == self.host,
            Requester::Seat(seat) => self.is_seat_of(*seat, &self.host),
            Requester::House => true,
        }
    }

    fn host_only(&self, who: &Requester) -> Result<(), Refusal> {
        if self.is_host(who) { Ok(()) } else { refuse(Code::HostOnly, "only the host of the table can do this") }
    }

    fn judge_only(&self, who: &Requester) -> Result<(), Refusal> {
        match self.role_of(who) {
            Role::Judge | Role::House => Ok(()),
            Role::Player | Role::Spectator => refuse(Code::JudgeOnly, "only a judge of the table can do this"),
        }
    }

    /// Whoever asks has an authority that the plan demands.
    fn has_authority(&self, who: &Requester, authority: Authority) -> Result<(), Refusal> {
        match authority {
            Authority::Host => self.host_only(who),
            Authority::Players => self.seated(who),
            Authority::Judge => self.judge_only(who),
            Authority::House => self.house(who),
        }
    }

    /// Where the server runs the table, nobody chooses a seat, a guest or a name.
    fn check_free_choice(&self) -> Result<(), Refusal> {
        if self.plan.powers.is_run_by_house() {
            return refuse(Code::HouseOnly, "the organisers seat the players of this table");
        }
        Ok(())
    }

    fn may_rule(&self, who: &Requester) -> Result<(), Refusal> {
        match self.plan.powers.rule {
            Ruler::Judge => self.judge_only(who),
            Ruler::House => self.house(who),
        }
    }

    /// Who may begin the next game of a match, or another match.
    fn may_begin(&self, who: &Requester) -> Result<(), Refusal> {
        match self.plan.powers.begin {
            Authority::Host | Authority::Players => self.seated(who).or_else(|_| self.host_only(who)),
            authority => self.has_authority(who, authority),
        }
    }

    fn check_seat_exists(&self, seat: Seat) -> Result<(), Refusal> {
        let there = seat.index() < self.seats.len();
        if there { Ok(()) } else { refuse(Code::NotFound, "there is no such seat at this table") }
    }

    /// Whoever asks may speak for this seat.
    pub(super) fn check_may_act_for(&self, who: &Requester, seat: Seat) -> Result<(), Refusal> {
        self.check_seat_exists(seat)?;
        let may = match who {
            Requester::Player(player) => self.is_seat_of(seat, player),
            Requester::Seat(own) => *own == seat,
            Requester::House => true,
        };
        if may { Ok(()) } else { refuse(Code::NotSeated, "this is not your seat") }
    }

    fn seated(&self, who: &Requester) -> Result<(), Refusal> {
        let seated = match who {
            Requester::Player(player) => self.seats_of(player).next().is_some(),
            Requester::Seat(seat) => self.occupant(*seat).is_some(),
            Requester::House => true,
        };
        if seated { Ok(()) } else { refuse(Code::NotSeated, "only somebody who sits at the table can do this") }
    }

    /// The seat that somebody may take, with the hash of the invitation that it uses up.
    fn choose_seat(
        &self,
        at: Timestamp,
        who: &Requester,
        seat: Option<Seat>,
        invite: Option<&str>,
        code: Option<&str>,
    ) -> Result<(Seat, Option<String>), Refusal> {
        let Requester::Player(player) = who else { return refuse(Code::NotSeated, "only a player can sit down") };
        self.check_free_choice()?;
        if self.in_match() {
            return refuse(Code::GameOn, "the match has begun: watch it, or wait for the next one");
        }
        if self.is_judge(player) {
            return refuse(Code::AlreadySeated, "you are a judge of this table, and a judge does not play");
        }
        if !self.plan.hot_seat && self.seats_of(player).next().is_some() {
            return refuse(Code::AlreadySeated, "you have a seat at this table");
        }
        let invited = invite.and_then(|hash| self.invites.get_key_value(hash)).filter(|(_, place)| place.until > at);
        let known = code.is_some_and(|code| code == self.code);
        if invited.is_none() && !known && self.plan.access != Access::Open && *player != self.host {
            return refuse(Code::NotInvited, "this table is for those who have its code or an invitation");
        }
        let wanted = invited.and_then(|(_, place)| place.seat).or(seat);
        let free = |seat: &Seat| self.occupant(*seat).is_none();
        let seat = match wanted {
            Some(seat) => {
                self.check_seat_exists(seat)?;
                Some(seat).filter(free).ok_or_else(|| Refusal::new(Code::SeatTaken, "this seat is taken"))?
            }
            None => {
                let any = self.setup.seats().find(free);
                any.ok_or_else(|| Refusal::new(Code::TableFull, "all seats are taken"))?
            }
        };
        Ok((seat, invited.map(|(hash, _)| hash.clone())))
    }

    fn take_seat(&self, who: &Requester, chosen: (Seat, Option<String>), name: &str, face: Option<Face>) -> Decided {
        let Requester::Player(player) = who else { return refuse(Code::NotSeated, "only a player can sit down") };
        let (seat, invite) = chosen;
        let face = face.unwrap_or_else(|| Face::of_player(player));
        let (name, face) = self.distinct_identity(seat, name, face);
        let who = Occupant::Player { id: player.clone(), name, face: Some(face) };
        Ok(vec![TableEvent::SeatTaken { seat, who, invite }])
    }

    fn rename(&self, who: &Requester, name: &str, face: Face) -> Decided {
        let Requester::Player(player) = who else { return refuse(Code::NotSeated, "only a player has a name") };
        self.check_free_choice()?;
        if self.plan.hot_seat {
            return refuse(Code::NotSeated, "those who share a device have names of their own");
        }
        let Some(seat) = self.seats_of(player).next() else {
            return refuse(Code::NotSeated, "only somebody who sits at the table can do this");
        };
        let (name, face) = self.distinct_identity(seat, name, face);
        let same = self.occupant(seat).is_some_and(|who| who.name() == name && who.face() == Some(face));
        if same {
            return refuse(Code::AlreadySeated, "you are known by this name and face");
        }
        Ok(vec![TableEvent::Renamed { seat, name, face }])
    }

    /// The name and the face that somebody gets at a seat: nobody else at the table has the same.
    fn distinct_identity(&self, seat: Seat, name: &str, face: Face) -> (String, Face) {
        let others = self.setup.seats().filter(|&other| other != seat).filter_map(|other| self.occupant(other));
        let people: Vec<&Occupant> = others.filter(|other| other.player().is_some()).collect();
        let faces: Vec<Face> = people.iter().filter_map(|other| other.face()).collect();
        let is_free = |name: &str| people.iter().all(|other| other.name().to_lowercase() != name.to_lowercase());
        let numbered = (2..).map(|number: usize| {
            let number = format!(" {number}");
            let kept = MAX_NAME_LENGTH.saturating_sub(number.len());
            name.chars().take(kept).collect::<String>().trim_end().to_owned() + &number
        });
        let name = std::iter::once(name.to_owned()).chain(numbered).find(|name| is_free(name)).unwrap_or_default();
        (name, face.distinct_from(&faces))
    }

    fn leave_seat(&self, at: Timestamp, who: &Requester, seat: Seat) -> Decided {
        self.check_may_act_for(who, seat)?;
        if self.occupant(seat).is_none() {
            return refuse(Code::SeatEmpty, "nobody sits there");
        }
        if !self.in_match() {
            return Ok(vec![TableEvent::SeatLeft { seat }]);
        }
        if self.is_away(seat) {
            return refuse(Code::NotSeated, "a bot plays for you already");
        }
        self.settled(at, vec![TableEvent::Away { seat }])
    }

    fn seat_occupant(&self, who: &Requester, seat: Seat, occupant: &Occupant) -> Decided {
        self.has_authority(who, self.plan.powers.seat)?;
        self.check_seat_exists(seat)?;
        if occupant.player().is_some_and(|player| self.is_judge(player)) {
            return refuse(Code::AlreadySeated, "this is a judge of the table, and a judge does not play");
        }
        let is_person = |occupant: &Occupant| occupant.player().is_some();
        if *who == Requester::House && is_person(occupant) && self.occupant(seat).is_some_and(is_person) {
            // The server knows that it is the same person, on another device.
            return self.hand_over(seat, occupant);
        }
        if self.in_match() {
            return refuse(Code::GameOn, "the match has begun");
        }
        if self.occupant(seat).is_some() {
            return refuse(Code::SeatTaken, "this seat is taken");
        }
        Ok(vec![TableEvent::SeatTaken { seat, who: occupant.clone(), invite: None }])
    }

    /// Gives a seat to the device on which its player goes on.
    fn hand_over(&self, seat: Seat, occupant: &Occupant) -> Decided {
        if self.occupant(seat).and_then(Occupant::player) == occupant.player() {
            return refuse(Code::AlreadySeated, "this player sits here already");
        }
        Ok(vec![TableEvent::SeatTaken { seat, who: occupant.clone(), invite: None }])
    }

    fn unseat(&self, who: &Requester, seat: Seat) -> Decided {
        self.has_authority(who, self.plan.powers.seat)?;
        self.check_seat_exists(seat)?;
        if self.in_match() {
            return refuse(Code::GameOn, "the match has begun");
        }
        if self.occupant(seat).is_none() {
            return refuse(Code::SeatEmpty, "nobody sits there");
        }
        Ok(vec![TableEvent::SeatLeft { seat }])
    }

    fn invite(&self, at: Timestamp, who: &Requester, hash: &str, seat: Option<Seat>, until: Timestamp) -> Decided {
        if *who != Requester::House {
            self.check_free_choice()?;
        }
        let seats_others = |_| self.has_authority(who, self.plan.powers.seat);
        self.seated(who).or_else(seats_others).or_else(|_| self.host_only(who))?;
        if let Some(seat) = seat {
            self.check_seat_exists(seat)?;
        }
        if self.invites.values().filter(|place| place.until > at).count() >= MAX_INVITES {
            return refuse(Code::TooMany, "this table has given enough invitations");
        }
        Ok(vec![TableEvent::Invited { hash: hash.to_owned(), seat, until }])
    }

    fn invite_judge(&self, at: Timestamp, who: &Requester, hash: &str, until: Timestamp) -> Decided {
        self.host_only(who)?;
        if !self.plan.powers.has_judge() {
            return refuse(Code::NoJudges, "the plan of this table has no judges");
        }
        let open = self.judge_invites.values().filter(|until| **until > at).count();
        if open + self.judges.len() >= MAX_JUDGES {
            return refuse(Code::TooMany, "this table has as many judges as it may have");
        }
        Ok(vec![TableEvent::JudgeInvited { hash: hash.to_owned(), until }])
    }

    fn become_judge(&self, at: Timestamp, who: &Requester, name: &str, invite: &str) -> Decided {
        let Requester::Player(player) = who else { return refuse(Code::JudgeOnly, "only a person can judge") };
        if self.is_judge(player) || self.seats_of(player).next().is_some() {
            return refuse(Code::AlreadySeated, "you are a player or a judge of this table already");
        }
        if self.judge_invites.get(invite).is_none_or(|until| *until <= at) {
            return refuse(Code::NotInvited, "this is no invitation to judge at this table");
        }
        let (id, name, invite) = (player.clone(), name.to_owned(), invite.to_owned());
        Ok(vec![TableEvent::JudgeAppointed { id, name, invite }])
    }

    fn push_rack(&self, who: &Requester, seat: Seat) -> Decided {
        self.may_rule(who)?;
        self.check_seat_exists(seat)?;
        let Some(current) = &self.current else { return refuse(Code::NoGame, "no game has been played yet") };
        let Ruling { pushed: _, scores, winners } = Ruling::pushed(&current.game, current.ruling.as_ref(), seat)?;
        Ok(vec![TableEvent::RackPushed { seat, scores, winners }])
    }

    /// No game is on, and none is about to be.
    fn check_no_game(&self) -> Result<(), Refusal> {
        match (self.running(), &self.pending) {
            (Some(_), _) => refuse(Code::GameOn, "a game is on already"),
            (None, Some(_)) => refuse(Code::GameOn, "the tiles of the next game are being shuffled"),
            (None, None) => Ok(()),
        }
    }

    fn begin(&self, at: Timestamp, who: &Requester, chance: &dyn Chance) -> Decided {
        self.may_begin(who)?;
        self.check_no_game()?;
        if self.sheet.is_over() {
            return refuse(Code::MatchOver, "the match is over: ask for a rematch");
        }
        if self.sheet.games().is_empty() && self.plan.powers.begin == Authority::Host {
            self.host_only(who)?;
        }
        self.announce_deal(at, Vec::new(), chance)
    }

    fn rematch(&self, at: Timestamp, who: &Requester, chance: &dyn Chance) -> Decided {
        match self.plan.powers.begin {
            Authority::Host | Authority::Players => self.seated(who)?,
            authority => self.has_authority(who, authority)?,
        }
        self.check_no_game()?;
        if self.sheet.games().is_empty() {
            return refuse(Code::NoGame, "no game has been played yet: begin one");
        }
        self.announce_deal(at, vec![TableEvent::MatchBegun], chance)
    }

    fn play_command(&self, who: &Requester, seat: Seat, command: &Command) -> Decided {
        self.check_may_act_for(who, seat)?;
        self.in_game(Actor::Seat(seat), command)
    }

    fn in_game(&self, actor: Actor, command: &Command) -> Decided {
        let Some(CurrentGame { number, game, shuffler, seed, entropy, .. }) = self.running() else {
            return refuse(Code::NoGame, "no game is on");
        };
        if self.is_paused() {
            return refuse(Code::Paused, "the clock is stopped: let it go on first");
        }
        let events = self.decide_in_game(game, shuffler, actor, command)?;
        let over = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        let mut events = vec![TableEvent::Game { events }];
        if over {
            let entropy = entropy.iter().map(|bytes| hex(bytes)).collect();
            events.push(TableEvent::Revealed { number: *number, seed: seed.to_string(), entropy });
        }
        Ok(events)
    }

    /// Asks the rules.
    pub(super) fn decide_in_game(
        &self,
        game: &Game,
        shuffler: &Shuffler,
        actor: Actor,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let aids = Aids { search: &self.oracle, spelling: &self.oracle, shuffle: shuffler };
        Ok(game.decide(actor, command, &aids)?)
    }

    fn pause(&self, who: &Requester) -> Decided {
        self.has_authority(who, self.plan.powers.pause)?;
        match self.running() {
            None => refuse(Code::NoGame, "no game is on"),
            Some(_) if self.is_paused() => refuse(Code::Paused, "the clock is stopped already"),
            Some(_) => Ok(vec![TableEvent::Paused]),
        }
    }

    fn unpause(&self, who: &Requester) -> Decided {
        self.has_authority(who, self.plan.powers.pause)?;
        if self.is_paused() { Ok(vec![TableEvent::Unpaused]) } else { refuse(Code::NotPaused, "the clock is running") }
    }

    fn set_away(&self, at: Timestamp, who: &Requester, seat: Seat, away: bool) -> Decided {
        self.check_may_act_for(who, seat)?;
        if self.occupant(seat).and_then(Occupant::player).is_none() {
            return refuse(Code::SeatEmpty, "no player sits there");
        }
        if self.is_away(seat) == away {
            return refuse(Code::NotSeated, if away { "the player is away already" } else { "you are here already" });
        }
        self.settled(at, vec![if away { TableEvent::Away { seat } } else { TableEvent::Back { seat } }])
    }

    fn close(&self, who: &Requester) -> Decided {
        self.host_only(who)?;
        if self.running().is_some() && *who != Requester::House {
            return refuse(Code::GameOn, "a game is on");
        }
        Ok(vec![TableEvent::Closed])
    }

    /// Nothing can make a seed secret again: a running game ends without a result, and its table with it. A deal that is
    /// being prepared is given up for another one.
    fn discard_secrets(&self, at: Timestamp, who: &Requester, chance: &dyn Chance) -> Decided {
        self.house(who)?;
        if self.running().is_some() {
            return Ok(vec![TableEvent::Closed]);
        }
        self.abort_deal(at, Vec::new(), chance)
    }

    fn expire(&self, who: &Requester, before: Timestamp) -> Decided {
        self.house(who)?;
        if self.games > 0 {
            return refuse(Code::GameOn, "games have been played at this table: it stays");
        }
        if self.at >= before {
            return refuse(Code::GameOn, "something happened here not long ago");
        }
        Ok(vec![TableEvent::Closed])
    }
}

/// Time is up with this on the table.
fn time_up(draft: Option<&Layout>) -> Command {
    Command::TimeUp { draft: draft.cloned(), restored: None }
}

/// Time is up, and this is what could be restored of the table.
fn restore_command(table: &Layout) -> Command {
    Command::TimeUp { draft: None, restored: Some(table.clone()) }
}
