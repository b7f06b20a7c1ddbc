/** What the public and a player see of a tournament, as the screens of the wall read it. */
import type * as wire from "../../wire/tournament";
import type { Screen } from "../net";

export type { Agenda, OwnGame, RoundView, SeatView, StandingView, TableState, Verdict } from "../../wire/tournament";

export type TableView = wire.TableView;
export type PublicView = wire.PublicView;

export type PlayerView = wire.PlayerView;

/** What the organiser has chosen for the wall. */
export type ScreenView = Screen;
