//! The sheets, one kind in each file.

mod cards;
mod certificates;
mod conduct;
mod invitation;
mod judges;
mod moves;
pub(crate) mod recovery;
mod results;
mod rules;
mod seating;
mod sheets;
mod signs;
mod standings;

use crate::context::Context;
use crate::error::PrintError;
use crate::html::Html;
use crate::options::Document;

/// The pages of a document.
pub(crate) fn pages(context: &Context<'_>, document: Document) -> Result<Html, PrintError> {
    match document {
        Document::Invitation => invitation::pages(context),
        Document::Conduct => Ok(conduct::pages(context)),
        Document::Rules => Ok(rules::pages(context)),
        Document::Signs => signs::pages(context),
        Document::Cards => cards::pages(context),
        Document::Judges => judges::pages(context),
        Document::Sheets => sheets::pages(context),
        Document::SeatingByTable => seating::by_table(context),
        Document::SeatingByNumber => seating::by_number(context),
        Document::SeatingByName => seating::by_name(context),
        Document::Moves => moves::pages(context),
        Document::Results => results::pages(context),
        Document::Standings => standings::pages(context),
        Document::Certificates => certificates::pages(context),
    }
}
