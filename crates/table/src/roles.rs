//! Who somebody is at a table, and who may do what there.

use serde::{Deserialize, Serialize};

/// What somebody is at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Sits at the table; the host is one of the players, unless they only opened it.
    Player,
    /// Watches, and sees no rack.
    Spectator,
    /// Sees every rack and rules, but does not play.
    Judge,
    /// The server itself, which may do everything that the plan leaves to anybody.
    House,
}

/// Who may do something at a table. The house always may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Authority {
    /// The host alone.
    Host,
    /// Any player, or all who are here where it concerns them all.
    Players,
    /// A judge of the table.
    Judge,
    /// Nobody but the server.
    House,
}

/// Who rules on what the server can't know: tiles that could not be put back, a rack that was pushed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ruler {
    /// Nobody but the server: there are no rulings at this table.
    #[default]
    House,
    /// A judge of the table.
    Judge,
}

/// Who may do what at a table. A plan that says nothing of it has the defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Powers {
    /// Who begins games. `host`: the host begins a match, and any player its next games.
    pub begin: Authority,
    /// Who stops the clock and lets it run again. `players`: all who are here must want it stopped, and any of them lets
    /// it run again.
    pub pause: Authority,
    /// Who seats bots and removes people from their seats before a match.
    pub seat: Authority,
    /// Who makes rulings on games.
    pub rule: Ruler,
}

impl Default for Powers {
    fn default() -> Powers {
        Powers { begin: Authority::Host, pause: Authority::Players, seat: Authority::Host, rule: Ruler::House }
    }
}

impl Powers {
    /// Whether the table has judges. Where it has none, nobody can become one: a judge sees every rack, and everybody
    /// who sits down must be able to know that beforehand.
    #[must_use]
    pub fn has_judge(&self) -> bool {
        self.rule == Ruler::Judge || [self.begin, self.pause, self.seat].contains(&Authority::Judge)
    }

    /// Whether the server runs the table, as in a tournament: it alone seats players and begins games, so nobody sits
    /// down, invites or takes another name by themselves.
    #[must_use]
    pub fn is_run_by_house(&self) -> bool {
        self.begin == Authority::House && self.seat == Authority::House
    }

    /// Whether these are the defaults.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Powers::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_it_always_was() {
        assert_eq!(serde_json::from_str::<Powers>("{}").unwrap(), Powers::default());
        let judged: Powers = serde_json::from_str(r#"{"rule":"judge"}"#).unwrap();
        assert_eq!(judged, Powers { rule: Ruler::Judge, ..Powers::default() });
        assert!(judged.has_judge() && !Powers::default().has_judge());
        assert!(serde_json::from_str::<Powers>(r#"{"rule":"players"}"#).is_err(), "players do not rule");
    }
}
