//! A client of the protocol over HTTP and WebSocket, used by `trinta join`, the tests and the benchmarks.

mod connection;
mod entropy;
mod follower;

use std::net::SocketAddr;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use trinta_table::wire::{
    ClientMessage, CreateTable, ErrorBody, JoinBody, JoinedView, NameBody, PROTOCOL, SessionView, TableCreated,
};
use trinta_table::{Code, Refusal};

use entropy::{Participant, Secrets};

pub use connection::TableConnection;
pub use follower::{FollowError, Follower};

/// Why a request to a server, or the connection to a table, failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server refused.
    #[error("{0}")]
    Refused(Refusal),
    /// The connection failed.
    #[error("the connection to {address} failed: {why}")]
    Connection {
        /// The address of the server.
        address: String,
        /// The reason, in English.
        why: String,
    },
    /// A message could not be parsed or serialised.
    #[error("the server's answer can't be understood: {0}")]
    Answer(String),
    /// A fresh view of the table could not be used.
    #[error("the table can't be followed: {0}")]
    Follow(#[from] FollowError),
    /// The connection was closed.
    #[error("the server closed the connection")]
    Closed,
}

/// A client of one server, with or without a session.
#[derive(Debug, Clone)]
pub struct Client {
    address: SocketAddr,
    /// The value of the `Host` header.
    host: String,
    secret: Option<String>,
    secrets: Secrets,
}

impl Client {
    /// A client of the server at this address, without a session.
    #[must_use]
    pub fn new(address: SocketAddr) -> Client {
        Client { address, host: address.to_string(), secret: None, secrets: Secrets::default() }
    }

    /// The secret of the session, with which a later client can continue it.
    #[must_use]
    pub fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }

    /// Uses the secret of an existing session.
    #[must_use]
    pub fn with_secret(mut self, secret: Option<String>) -> Client {
        self.secret = secret;
        self
    }

    fn failed(&self, why: impl std::fmt::Display) -> ClientError {
        ClientError::Connection { address: self.host.clone(), why: why.to_string() }
    }

    /// Sends a request, and returns the status, the cookie and the body of the response.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn raw(
        &self,
        method: Method,
        path: &str,
        headers: &[(&'static str, &str)],
        body: Vec<u8>,
    ) -> Result<(StatusCode, Option<String>, Bytes), ClientError> {
        let stream = TcpStream::connect(self.address).await.map_err(|error| self.failed(error))?;
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|error| self.failed(error))?;
        tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        if let Some(secret) = &self.secret {
            request = request.header(AUTHORIZATION, format!("Bearer {secret}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(|error| self.failed(error))?;
        let answer = sender.send_request(request).await.map_err(|error| self.failed(error))?;
        let status = answer.status();
        let cookie = answer.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let body = answer.into_body().collect().await.map_err(|error| self.failed(error))?.to_bytes();
        Ok((status, cookie, body))
    }

    async fn json<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<(Option<String>, T), ClientError> {
        let body = serde_json::to_vec(body).map_err(|error| ClientError::Answer(error.to_string()))?;
        let (status, cookie, body) =
            self.raw(method, path, &[(CONTENT_TYPE.as_str(), "application/json")], body).await?;
        if !status.is_success() {
            return Err(match serde_json::from_slice::<ErrorBody>(&body) {
                Ok(error) => ClientError::Refused(Refusal::new(error.code, error.message)),
                Err(_) => ClientError::Answer(format!("status {status}")),
            });
        }
        let answer = serde_json::from_slice(&body).map_err(|error| ClientError::Answer(error.to_string()))?;
        Ok((cookie, answer))
    }

    /// Sends a GET request and parses the JSON response.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        Ok(self.json(Method::GET, path, &()).await?.1)
    }

    /// Sends a POST request with a JSON body and parses the JSON response.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, ClientError> {
        Ok(self.json(Method::POST, path, body).await?.1)
    }

    /// Starts a session as a guest with this name.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn sign_in(&mut self, name: &str) -> Result<SessionView, ClientError> {
        let body = NameBody { name: name.to_owned(), face: None };
        let (cookie, session) = self.json(Method::POST, "/api/v1/session", &body).await?;
        let secret = cookie.as_deref().and_then(|cookie| cookie.split([';', '=']).nth(1)).map(str::to_owned);
        self.secret = Some(secret.ok_or_else(|| ClientError::Answer("no cookie came".to_owned()))?);
        Ok(session)
    }

    /// Opens a table.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn create(&self, table: &CreateTable) -> Result<TableCreated, ClientError> {
        self.post("/api/v1/tables", table).await
    }

    /// Takes a seat at a table.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn join(&self, table: &str, body: &JoinBody) -> Result<JoinedView, ClientError> {
        self.post(&format!("/api/v1/tables/{table}/join"), body).await
    }

    /// Opens the WebSocket of a table, without sending a hello.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn connect(&self, table: &str) -> Result<TableConnection, ClientError> {
        self.connect_to(&format!("/api/v1/tables/{table}/socket")).await
    }

    /// Opens the WebSocket of any path.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn connect_to(&self, path: &str) -> Result<TableConnection, ClientError> {
        Ok(TableConnection::new(self.open(path).await?, None))
    }

    async fn open(&self, path: &str) -> Result<connection::Socket, ClientError> {
        let stream = TcpStream::connect(self.address).await.map_err(|error| self.failed(error))?;
        let _ = stream.set_nodelay(true);
        let url = format!("ws://{}{path}", self.host);
        let mut request = url.into_client_request().map_err(|error| self.failed(error))?;
        if let Some(secret) = &self.secret {
            let bearer = HeaderValue::from_str(&format!("Bearer {secret}")).map_err(|error| self.failed(error))?;
            request.headers_mut().insert(AUTHORIZATION, bearer);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        match tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::Error::Http(answer)) => {
                let body = answer.body().clone().unwrap_or_default();
                Err(match serde_json::from_slice::<ErrorBody>(&body) {
                    Ok(error) => ClientError::Refused(Refusal::new(error.code, error.message)),
                    Err(_) => ClientError::Refused(Refusal::new(Code::Internal, answer.status().to_string())),
                })
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Opens the WebSocket of a table and sends a hello. The connection takes its part in deals by itself.
    ///
    /// # Errors
    /// When it is refused, or the connection fails.
    pub async fn enter(&self, table: &str, hello: Hello) -> Result<TableConnection, ClientError> {
        let socket = self.open(&format!("/api/v1/tables/{table}/socket")).await?;
        let participant = Participant::new(self.secrets.clone(), connection::fresh_entropy);
        let mut connection = TableConnection::new(socket, Some(participant));
        let Hello { seat, since, code, judge } = hello;
        connection.send(&ClientMessage::Hello { protocol: PROTOCOL, seat, since, code, judge }).await?;
        Ok(connection)
    }
}

/// The content of the first message on a connection, without the protocol version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hello {
    /// The seat to connect as; `None` for a spectator or a judge.
    pub seat: Option<trinta_core::Seat>,
    /// The last version that the client has seen, if it is reconnecting.
    pub since: Option<u64>,
    /// The table's code, if the client knows it.
    pub code: Option<String>,
    /// Whether to connect as a judge of the table.
    pub judge: bool,
}
