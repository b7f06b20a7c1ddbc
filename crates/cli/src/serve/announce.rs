//! Announces the server: prints its address and a QR code for phones, and opens the page.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::failure::Failure;
use crate::serve::config::{Settings, own_address};

/// Prints the address; on a terminal, also prints a QR code and opens the page.
pub(super) fn announce(settings: &Settings, address: SocketAddr) -> Result<(), Failure> {
    let scheme = if settings.encrypted() { "https" } else { "http" };
    let url = |ip: IpAddr| format!("{scheme}://{}", SocketAddr::new(ip, address.port()));
    let here = url(if address.ip().is_unspecified() { IpAddr::from([127, 0, 0, 1]) } else { address.ip() });
    let for_others = match &settings.public_url {
        Some(url) => Some(url.clone()),
        None if address.ip().is_unspecified() => own_address().map(url),
        None => None,
    };
    let mut out = anstream::stdout();
    writeln!(out, "Trinta is running at {}", for_others.as_ref().unwrap_or(&here))?;
    if for_others.is_some() {
        writeln!(out, "On this machine: {here}")?;
    }
    let terminal = io::stdout().is_terminal();
    if terminal && let Some(code) = for_others.as_ref().and_then(|url| QrCode::new(url).ok()) {
        let picture = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
        writeln!(out, "\n{picture}\n\nScan it with a phone on the same network. Ctrl-C stops the server.")?;
    }
    out.flush()?;
    if terminal && settings.open {
        open(&here);
    }
    Ok(())
}

/// Opens the page; without a browser nothing happens.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = Command::new(program).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
