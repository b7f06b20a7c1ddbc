//! The bus of several machines: NATS, without its storage.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, ServerAddr};
use futures_util::StreamExt as _;
use tokio::sync::mpsc;

use crate::cluster::bus::{Bus, BusError, BusFuture, SUBSCRIPTION_CAPACITY, Subscription};

/// Texts that wait to be sent. What comes on top of them is lost, as a bus may.
const QUEUE_CAPACITY: usize = 16 * 1024;
/// How often it is asked whether the server still answers: a connection that two of these get no answer on is dropped.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest time between two attempts to reconnect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// The address of NATS, and whom to trust there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NatsOptions {
    /// One or more addresses, separated by commas, such as `nats://user:password@10.0.0.5:4222`; `tls://` demands
    /// encryption. Characters of name and password that mean something in an address are written as `%2F`.
    pub url: String,
    /// The certificate authority of the server, as PEM, if it is not one of the system's.
    pub certificate_authority: Option<PathBuf>,
}

/// A connection to NATS, which comes back by itself.
#[derive(Debug)]
pub struct NatsBus {
    client: Client,
    queue: mpsc::Sender<(String, Vec<u8>)>,
}

/// An address without what must not be in a log.
fn without_password(address: &ServerAddr) -> String {
    format!("{}:{}", address.host(), address.port())
}

/// Name and password.
type Credentials = (String, String);

/// Reads the addresses of a bus, and the name and password in them, which are the same for all.
fn read_addresses(addresses: &str) -> Result<(Vec<ServerAddr>, Option<Credentials>), BusError> {
    let (mut servers, mut credentials) = (Vec::new(), None);
    for url in addresses.split(',') {
        let bad = |why: &str| BusError::BadAddress {
            url: url.rsplit('@').next().unwrap_or_default().trim().to_owned(),
            why: why.to_owned(),
        };
        let address: ServerAddr = url.trim().parse().map_err(|error: std::io::Error| bad(&error.to_string()))?;
        if let Some(name) = address.username() {
            let decoded = decode(name).zip(decode(address.password().unwrap_or_default()));
            let found = decoded.ok_or_else(|| bad("what follows a % in its name or password is no character"))?;
            if credentials.as_ref().is_some_and(|known| *known != found) {
                return Err(bad(
                    "all addresses of a bus have the same name and password, and those of this one differ",
                ));
            }
            credentials = Some(found);
        }
        servers.push(address);
    }
    Ok((servers, credentials))
}

/// Text in which some characters are written as `%` and two hexadecimal digits.
fn decode(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

const CERTIFICATE_ADVICE: &str = "check the certificate of nats-server, and `--bus-ca`, which names who signed it";

/// What the operator can do about a connection that was refused.
fn advice(error: &ConnectError) -> &'static str {
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            "check the name and the password in the address of the bus; / : @ and % in them are written as %2F %3A %40 %25"
        }
        ConnectErrorKind::Tls => CERTIFICATE_ADVICE,
        ConnectErrorKind::Io if is_about_certificates(error) => CERTIFICATE_ADVICE,
        _ => "check that nats-server runs there, and that it has TLS if the address begins with `tls://`",
    }
}

/// Faults of the handshake come as those of reading and writing.
fn is_about_certificates(error: &ConnectError) -> bool {
    let text = error.to_string().to_ascii_lowercase();
    ["certificate", "tls", "handshake", "certs"].iter().any(|word| text.contains(word))
}

impl NatsBus {
    /// Connects.
    ///
    /// # Errors
    /// When an address can't be read, or no server answers.
    pub async fn connect(options: &NatsOptions, name: &str) -> Result<NatsBus, BusError> {
        let (servers, credentials) = read_addresses(&options.url)?;
        let named: Vec<String> = servers.iter().map(without_password).collect();
        let mut connect = ConnectOptions::new()
            .name(format!("trinta {name}"))
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECT_TIMEOUT)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(|attempts| {
                MAX_RECONNECT_DELAY
                    .min(Duration::from_millis(50) * u32::try_from(attempts).unwrap_or(u32::MAX).min(100))
            })
            .event_callback(|event| async move { tracing::info!(%event, "the bus") });
        if let Some((name, password)) = credentials {
            connect = connect.user_and_password(name, password);
        }
        if let Some(file) = &options.certificate_authority {
            // The system says only that a file is missing, and not which.
            std::fs::File::open(file).map_err(|error| BusError::Unreachable {
                url: named.join(", "),
                why: format!("{}: {error}", file.display()),
                advice: CERTIFICATE_ADVICE,
            })?;
            connect = connect.add_root_certificates(file.clone());
        }
        let connected = connect.connect(&servers[..]).await;
        let client = connected.map_err(|error| BusError::Unreachable {
            url: named.join(", "),
            why: error.to_string(),
            advice: advice(&error),
        })?;
        let (queue, mut waiting) = mpsc::channel::<(String, Vec<u8>)>(QUEUE_CAPACITY);
        let sender = client.clone();
        tokio::spawn(async move {
            while let Some((subject, text)) = waiting.recv().await {
                // What is said while the bus is gone is lost rather than late: whoever said it says it again.
                if sender.connection_state() == State::Connected
                    && let Err(error) = sender.publish(subject, text.into()).await
                {
                    tracing::warn!(%error, "a text for another node is lost");
                }
            }
        });
        Ok(NatsBus { client, queue })
    }
}

impl Bus for NatsBus {
    fn publish(&self, subject: String, text: Vec<u8>) {
        let _ = self.queue.try_send((subject, text));
    }

    fn subscribe(&self, subject: String) -> BusFuture<'_, Subscription> {
        Box::pin(async move {
            let mut messages = self.client.subscribe(subject).await.map_err(|_| BusError::Closed)?;
            self.client.flush().await.map_err(|_| BusError::Closed)?;
            let (texts, subscription) = mpsc::channel(SUBSCRIPTION_CAPACITY);
            tokio::spawn(async move {
                while let Some(message) = messages.next().await {
                    if texts.is_closed() {
                        return;
                    }
                    // A full queue loses the text, as a bus may.
                    let _ = texts.try_send(message.payload.to_vec());
                }
            });
            Ok(Subscription::new(subscription))
        })
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_password_are_read_from_the_address() {
        let (servers, credentials) =
            read_addresses("tls://trinta:a%2Fb%40c%25@10.0.0.4:4222, nats://10.0.0.5").unwrap();
        let named: Vec<String> = servers.iter().map(without_password).collect();
        assert_eq!(named, ["10.0.0.4:4222", "10.0.0.5:4222"]);
        assert_eq!(credentials, Some(("trinta".to_owned(), "a/b@c%".to_owned())));
        assert_eq!(read_addresses("nats://10.0.0.5").unwrap().1, None);
    }

    #[test]
    fn an_address_that_is_refused_is_named_without_its_password() {
        for addresses in [
            "nats://trinta:sec%ret@10.0.0.4",
            "nats://trinta:sec%ff@10.0.0.4",
            "nats://trinta:secret@10.0.0.4:port",
            "nats://trinta:secret@10.0.0.5,nats://trinta:other@10.0.0.4",
        ] {
            let error = read_addresses(addresses).unwrap_err().to_string();
            assert!(error.contains("10.0.0.4") && !error.contains("sec"), "{error}");
        }
    }
}
