//! People who come late, leave, offend or object, and the head judge's rulings.

use std::io::Write as _;

use serde_json::{Value, json};
use trinta_tournament::Number;

use crate::failure::Failure;
use crate::output::{BAD, GOOD, paint, screen};
use crate::tournament::desk::args::{PlayerArgs, RuleArgs, Ruling, TableArgs};
use crate::tournament::desk::rounds::table_of;
use crate::tournament::desk::session::{Desk, GivenArgs, GivenBy, fields};
use crate::tournament::desk::show::{count, person};

/// What only the head judge can do is done by the head judge, unless another role is named.
pub(super) fn by_head_judge(given: &GivenArgs) -> GivenArgs {
    GivenArgs { by: given.by.or(Some(GivenBy::HeadJudge)), at: given.at.clone(), why: given.why.clone() }
}

pub(super) fn admit(args: &PlayerArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(fields(json!({"do": "admit", "number": args.number})), &by_head_judge(&args.given))?;
    let mut out = screen();
    writeln!(out, "{} is admitted.", person(desk.tournament()?, Number(args.number)))?;
    if done.answer.get("seating").and_then(Value::as_str) == Some("stale") {
        writeln!(out, "{}", paint(BAD, "The seating of round 1 no longer fits: `seat` it again."))?;
    }
    Ok(())
}

pub(super) fn withdraw(args: &PlayerArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(fields(json!({"do": "withdraw", "number": args.number})), &args.given)?;
    let mut out = screen();
    let status = done.answer.get("status").and_then(Value::as_str).unwrap_or_default();
    writeln!(out, "{}: {status}.", person(&done.before, Number(args.number)))?;
    if done.answer.get("replaced_by").is_some() {
        let who = person(desk.tournament()?, Number(args.number));
        writeln!(out, "{}", paint(GOOD, format!("From the waiting list: {who}; check them in.")))?;
    }
    Ok(())
}

pub(super) fn protest(args: &TableArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let (round, table) = table_of(&desk, args.game)?;
    let done = desk.submit(fields(json!({"do": "protest", "round": round, "table": table})), &args.given)?;
    let case = done.answer.get("case").and_then(Value::as_u64).unwrap_or_default();
    Ok(writeln!(
        screen(),
        "Case {case}: the result of table {table} in round {round} is provisional until it is ruled on."
    )?)
}

pub(super) fn warn(args: &PlayerArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(fields(json!({"do": "warn", "number": args.number})), &args.given)?;
    let who = person(desk.tournament()?, Number(args.number));
    let warnings = done.answer.get("warnings").and_then(Value::as_u64).unwrap_or_default();
    let mut out = screen();
    match done.answer.get("case").and_then(Value::as_u64) {
        Some(case) => {
            let before = count(warnings as usize, "warning", "warnings");
            let text = format!("{who} has {before} already: case {case} for the head judge.");
            writeln!(out, "{}", paint(BAD, text))?;
        }
        None => {
            let most = desk.tournament()?.settings().warnings;
            writeln!(out, "{who}: warning {warnings} of {most}.")?;
        }
    }
    Ok(())
}

pub(super) fn rule(args: &RuleArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let decision = match args.decision {
        Some(Ruling::Dismiss) => "dismiss",
        Some(Ruling::Uphold) => "uphold",
        Some(Ruling::Disqualify) | None => "disqualify",
    };
    let mut command = fields(json!({"do": "rule", "decision": decision}));
    for (name, value) in [("case", args.case), ("number", args.number)] {
        if let Some(value) = value {
            command.insert(name.to_owned(), value.into());
        }
    }
    let done = desk.submit(command, &by_head_judge(&args.given))?;
    let mut out = screen();
    if let Some(case) = args.case {
        writeln!(out, "Case {case} is closed: {decision}.")?;
    }
    if let Some(number) = done.answer.get("number").and_then(Value::as_u64) {
        writeln!(out, "{} is disqualified.", person(desk.tournament()?, Number(number as u32)))?;
    }
    if decision == "uphold" {
        writeln!(out, "Put the result right with `correct` or `annul`.")?;
    }
    Ok(())
}
