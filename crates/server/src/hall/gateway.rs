//! The owner's end of a session about a tournament.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::cluster::{Session, SessionEnded};
use crate::hall::halls::{Hall, Halls};
use crate::hall::owner::HallError;
use crate::hall::remote::{HallAsk, HallCall, HallSaid};

/// Answers that wait for the bus.
const ANSWERS_CAPACITY: usize = 1024;

/// Serves a tournament to the devices of another node, if this node owns it.
pub(super) async fn serve(halls: Arc<Halls>, id: String, mut session: Session) {
    let hall = match halls.hall(&id).await {
        Ok(hall) if !hall.is_relayed() => hall,
        _ => {
            session.send(&HallSaid::NotOwner {});
            return;
        }
    };
    let (mut state, mut screen) = (hall.state.clone(), hall.screen.clone());
    session.send(&HallSaid::Attached {});
    session.send(&HallSaid::Changed { seq: state.borrow_and_update().seq });
    session.send(&HallSaid::Screen { screen: screen.borrow_and_update().clone() });
    let (answers, mut answered) = mpsc::channel::<(u64, Value)>(ANSWERS_CAPACITY);
    loop {
        tokio::select! {
            Some((call, answer)) = answered.recv() => session.send(&HallSaid::Answered { call, answer }),
            changed = state.changed() => {
                if changed.is_err() {
                    return;
                }
                session.send(&HallSaid::Changed { seq: state.borrow_and_update().seq });
            }
            changed = screen.changed() => {
                if changed.is_err() {
                    return;
                }
                session.send(&HallSaid::Screen { screen: screen.borrow_and_update().clone() });
            }
            body = session.receive() => match body {
                Ok(body) => match serde_json::from_str(body.get()) {
                    Ok(HallAsk::Attach {}) => {}
                    Ok(HallAsk::Call { call, body }) => {
                        let (hall, answers) = (hall.clone(), answers.clone());
                        tokio::spawn(async move {
                            // An owner that ends takes the session with it, and the call is made again elsewhere.
                            if let Ok(answer) = answer(&hall, body).await {
                                let _ = answers.send((call, answer)).await;
                            }
                        });
                    }
                    Err(error) => tracing::warn!(%error, "a node of another version says what is not known here"),
                },
                Err(SessionEnded) => return,
            }
        }
    }
}

async fn answer(hall: &Hall, call: HallCall) -> Result<Value, HallError> {
    match call {
        HallCall::Command { envelope, token } => hall.command(*envelope, token).await,
        HallCall::Perform { command, by, id } => hall.perform(command, by, id, Vec::new()).await,
        HallCall::Ask { question, viewer } => hall.ask(question, viewer).await,
        HallCall::Screen { screen } => hall.set_screen(screen).await.map(Value::from),
        HallCall::LastNumber { device } => hall.last_number(&device).await.map(|last| json!(last)),
    }
}
