//! `trinta`: the rules engine on the command line.

fn main() -> std::process::ExitCode {
    trinta::run()
}
