//! The judge's sheet: one page for each table of a round (I01 to I13).
//!
//! Where a table plays several games in a round, the first page has a row for each game and the total (I10), and a page
//! for the record of each game follows.

use trinta_core::edition::{NewDeal, Pushed, Unopened};
use trinta_tournament::{CodeTarget, Number, Table};

use crate::context::{Context, SEATS, name};
use crate::error::PrintError;
use crate::html::{Html, html};
use crate::texts::{Value, fill};

pub(super) fn pages(context: &Context<'_>) -> Result<Html, PrintError> {
    let (round, seated) = context.round()?;
    let used = (1..).zip(&seated.tables).filter(|(_, table)| table.was_used());
    let sheets = used.map(|(at, table)| {
        Sheet { context, round, at, tables: seated.tables.len() as u32, players: players(table) }.pages()
    });
    Ok(sheets.collect())
}

/// The players on the four seats; a seat may be empty.
fn players(table: &Table) -> [Option<Number>; 4] {
    let mut seats = [None; 4];
    for (seat, player) in seats.iter_mut().zip(table.occupied()) {
        *seat = player;
    }
    seats
}

struct Sheet<'a> {
    context: &'a Context<'a>,
    round: u32,
    at: u32,
    tables: u32,
    players: [Option<Number>; 4],
}

impl Sheet<'_> {
    fn pages(&self) -> Html {
        let texts = &self.context.texts.sheet;
        let games = self.games();
        if games == 1 {
            let content: Html = [
                self.names(),
                self.scores(games),
                self.racks(),
                self.game(),
                self.clock(),
                self.ending(),
                self.signatures(),
                self.notes(),
            ]
            .into_iter()
            .collect();
            return self.page(&texts.title, None, &content);
        }
        let summary: Html =
            [self.names(), self.scores(games), self.movers(), self.signatures(), self.notes()].into_iter().collect();
        let mut pages = self.page(&texts.title, None, &summary);
        for game in 1..=games {
            let content: Html =
                [self.names(), self.racks(), self.game(), self.clock(), self.ending(), self.signatures(), self.notes()]
                    .into_iter()
                    .collect();
            pages.push(&self.page(&texts.record_title, Some((game, games)), &content));
        }
        pages
    }

    /// How many games the table plays in this round, which may differ between stages (X04, X20).
    fn games(&self) -> u32 {
        self.context.tournament.phase(self.round).games_per_round
    }

    /// I01 to I05 above the content, I11 and I12 below it.
    fn page(&self, title: &str, game: Option<(u32, u32)>, content: &Html) -> Html {
        let (words, texts) = (&self.context.texts.words, &self.context.texts.sheet);
        let tournament = self.context.tournament;
        let rounds = tournament.settings().rounds;
        let round = fill(&words.round_of, &[("round", self.round.into()), ("rounds", rounds.into())]);
        let game = game.map(|(game, games)| {
            html!(" · {}", fill(&words.game_of, &[("game", game.into()), ("games", games.into())]))
        });
        let venue = self.context.options.details.venue.as_deref().map(|venue| html!(" · {}", name(venue)));
        let judge = self.context.judge(self.round, self.at).map_or_else(|| html!("<i class=\"blank\"></i>"), name);
        let code = self.context.code(CodeTarget::Sheet { round: self.round, table: self.at }, &texts.phone);
        html!(
            "<section class=\"page single sheet\"><header class=\"sheet-head\"><div class=\"sheet-title\"><h1>{}</h1>\
             <p>{}{}</p><p class=\"sheet-round\"><b>{}</b>{}</p><p>{}{}{}</p>\
             <p>{}{}{}</p></div>\
             <div class=\"sheet-table\"><small>{}</small><b>{}</b></div>{}</header>{}\
             <footer><p>{}</p><p>{}</p></footer></section>",
            name(tournament.title()),
            title,
            venue,
            round,
            game,
            words.date,
            words.colon,
            self.context.date(),
            words.judge,
            words.colon,
            judge,
            fill(&texts.table_range, &[("tables", self.tables.into())]),
            self.at,
            code,
            content,
            self.context.keys(),
            texts.weather
        )
    }

    /// A cell for each seat.
    fn cells(&self, cell: impl Fn(usize, Option<Number>) -> Html) -> Html {
        self.players.iter().enumerate().map(|(seat, player)| cell(seat, *player)).collect()
    }

    /// I06, I07.
    fn names(&self) -> Html {
        let texts = &self.context.texts.sheet;
        let names = self.cells(|seat, player| {
            let name = match player {
                Some(player) => self.context.fitted_name(player),
                None => html!("<i class=\"nobody\">{}</i>", self.context.texts.words.empty_seat),
            };
            html!("<td class=\"who\"><b class=\"letter\">{}</b>{}</td>", SEATS[seat], name)
        });
        let numbers = self.cells(|_, player| html!("<td class=\"player-number\">{}</td>", player));
        html!(
            "<table class=\"grid\"><tbody><tr><th>{}<br><small>{}</small></th>{}</tr><tr><th>{}</th>{}</tr></tbody></table>",
            texts.player,
            texts.clockwise,
            names,
            texts.number,
            numbers
        )
    }

    /// I08 to I10: a row for each game and one for the total.
    fn scores(&self, games: u32) -> Html {
        let (words, texts) = (&self.context.texts.words, &self.context.texts.sheet);
        let heads =
            self.cells(|_, _| html!("<td><small>{}</small></td><td><small>{}</small></td>", texts.won, texts.score));
        let row = |class: &str, title: &str| {
            let cells = self.cells(|_, _| html!("<td></td><td></td>"));
            html!("<tr class=\"{}\"><th>{}</th>{}</tr>", class, title, cells)
        };
        let class = match games {
            1 => "tall",
            2..=6 => "middle",
            _ => "low",
        };
        let rows = (1..=games).map(|game| row(class, &fill(&words.game_n, &[("game", game.into())])));
        html!(
            "<table class=\"grid scores\"><colgroup><col class=\"title\"><col span=\"8\"></colgroup><tbody><tr class=\"rule\"><td colspan=\"9\">{}</td></tr>\
             <tr class=\"score-heads\"><th></th>{}</tr>{}{}</tbody></table>",
            texts.rule,
            heads,
            rows.collect::<Html>(),
            row("low", &words.total)
        )
    }

    /// A row with a line of text and a cell for each seat.
    fn row(&self, title: &str, penalty: Option<&str>, cell: &Html) -> Html {
        let cells = self.cells(|_, _| html!("<td>{}</td>", cell));
        let penalty = penalty.map(|penalty| html!("<b class=\"penalty\">{}</b>", penalty));
        html!("<tr><th>{}{}</th>{}</tr>", title, penalty, cells)
    }

    /// I13: what is left on the racks, unopened and pushed racks.
    fn racks(&self) -> Html {
        let texts = &self.context.texts.sheet;
        let rules = self.context.tournament.rules();
        let box_ = html!("<i class=\"box\"></i>");
        let joker: [(&str, Value); 1] = [("joker", rules.joker_left.into())];
        let mut rows = self.row(&fill(&texts.rack_sum, &joker), None, &Html::EMPTY);
        if let Some(numbers) = rules.numbers() {
            if numbers.unopened == Unopened::RackSum {
                rows.push(&self.row(&texts.unopened, None, &box_));
            } else {
                rows.push(&self.row(&texts.could_not, Some("−100"), &box_));
                rows.push(&self.row(&texts.could, Some("−200"), &box_));
            }
            if numbers.pushed == Pushed::Fixed {
                rows.push(&self.row(&texts.pushed, Some("−200"), &box_));
            }
        }
        html!(
            "<h2>{} <small>{}</small></h2><table class=\"grid marks\"><tbody>{}{}</tbody></table>",
            texts.racks,
            texts.racks_hint,
            self.seat_heads(),
            rows
        )
    }

    fn seat_heads(&self) -> Html {
        let cells = self.cells(|seat, player| {
            let number = player.map(|player| html!(" · {}", player));
            html!("<td><b>{}</b>{}</td>", SEATS[seat], number)
        });
        html!("<tr class=\"seat-heads\"><th></th>{}</tr>", cells)
    }

    /// I13: starter, timeouts, warnings, redeals, draw for moving.
    fn game(&self) -> Html {
        let texts = &self.context.texts.sheet;
        let rules = self.context.tournament.rules();
        let tiles = u32::from(rules.time_up.invalid);
        let starter = html!("<i class=\"box\"></i> <i class=\"blank short\"></i>");
        let mut rows = self.row(&texts.starter, None, &starter);
        if rules.turn_seconds.is_some() {
            rows.push(&self.row(&fill(&texts.time_up, &[("tiles", tiles.into())]), None, &Html::EMPTY));
        }
        rows.push(&self.row(&texts.warnings, None, &Html::EMPTY));
        if rules.numbers().is_some_and(|numbers| numbers.new_deal != NewDeal::No) {
            rows.push(&self.row(&texts.redeal, None, &html!("<i class=\"box\"></i>")));
        }
        if self.context.tournament.has_moves(self.round) {
            rows.push(&self.row(&texts.tie_draw, None, &Html::EMPTY));
        }
        html!("<h2>{}</h2><table class=\"grid marks\"><tbody>{}</tbody></table>", texts.game, rows)
    }

    /// I13: start, end, pauses, pool and time.
    fn clock(&self) -> Html {
        let texts = &self.context.texts.sheet;
        let clock = html!("<i class=\"blank hour\"></i>:<i class=\"blank hour\"></i>");
        html!(
            "<p class=\"row\"><span>{} {}</span><span>{} {}</span><span>{} <i class=\"blank short\"></i></span>\
             <span>{} <i class=\"box\"></i> {} <i class=\"box\"></i> {}</span></p>",
            texts.began,
            clock,
            texts.ended,
            clock,
            texts.paused,
            texts.nobody_out,
            texts.pool_empty,
            texts.time_called
        )
    }

    /// Who moves on (B03), and the line that the desk types.
    fn ending(&self) -> Html {
        let letters = ["a", "b", "c", "d"];
        let blanks = self.cells(|seat, _| html!(" {} <i class=\"blank\"></i>", letters[seat]));
        let movers = if self.games() == 1 { self.movers() } else { Html::EMPTY };
        html!(
            "{}<p class=\"row desk\"><span>{}{}<b>{}</b>{}</span></p>",
            movers,
            self.context.texts.sheet.desk,
            self.context.texts.words.colon,
            self.at,
            blanks
        )
    }

    fn movers(&self) -> Html {
        let tournament = self.context.tournament;
        if !tournament.has_moves(self.round) {
            return Html::EMPTY;
        }
        let values: [(&str, Value); 2] = [
            ("movers", tournament.phase(self.round).movers.into()),
            ("table", tournament.next_table(self.round, self.at).into()),
        ];
        let boxes = self.cells(|seat, _| html!("<span><i class=\"box\"></i> {}</span>", SEATS[seat]));
        html!("<p class=\"row\"><b>{}</b>{}</p>", fill(&self.context.texts.sheet.movers, &values), boxes)
    }

    /// I03, I13: the signatures of the judge and of the four players.
    fn signatures(&self) -> Html {
        let texts = &self.context.texts.sheet;
        let cells = self.cells(|seat, _| html!("<td><small>{}</small></td>", SEATS[seat]));
        html!(
            "<table class=\"grid marks signatures\"><tbody><tr><th>{}</th>{}</tr><tr><th>{}</th><td colspan=\"4\"></td></tr>\
             </tbody></table>",
            texts.sign,
            cells,
            texts.judge_signs
        )
    }

    fn notes(&self) -> Html {
        let texts = &self.context.texts.sheet;
        html!("<div class=\"notes\"><small>{}</small><small>{}</small></div>", texts.notes, texts.codes)
    }
}
