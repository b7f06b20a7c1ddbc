//! The project's own chores.

mod lexicons;

fn main() -> std::process::ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    match lexicons::build(check) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            std::process::ExitCode::FAILURE
        }
    }
}
