//! Who somebody is: guests with a name, accounts with a password, and the sessions of both.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Argon2, PasswordHash};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use trinta_store::{EventStore, Put, StoreError};
use trinta_table::chance::Chance;
use trinta_table::ids::PlayerId;
use trinta_table::{Code, Refusal};

use crate::clock::Clock;
use crate::rating;
use crate::room::games_of;
use crate::secret::Secret;

/// How long a session is good after it was last used unless an operator says otherwise, in milliseconds.
pub const SESSION_TIME: i64 = 90 * 24 * 3_600_000;
/// Values that are read at a time when all are looked through.
const PAGE: usize = 500;
/// How often it is noted that a session was used, unless it would be forgotten before that.
const NOTED_AFTER: i64 = 24 * 3_600_000;
/// The longest name, in characters.
const LONGEST_NAME: usize = 24;

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Who.
    pub player: PlayerId,
    /// The name that others see.
    pub name: String,
    /// The name of the account; none: a guest.
    pub account: Option<String>,
    /// When it was last used.
    pub seen: i64,
}

/// An account, as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Account {
    player: PlayerId,
    name: String,
    /// By argon2.
    password: String,
    made: i64,
}

/// All people that a server knows.
pub struct People {
    store: Arc<dyn EventStore>,
    clock: Clock,
    chance: Arc<dyn Chance>,
    session_time: i64,
    /// One password at a time: hashing is slow on purpose.
    hashing: Arc<Semaphore>,
}

impl std::fmt::Debug for People {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("People").finish_non_exhaustive()
    }
}

fn not_stored(error: &StoreError) -> Refusal {
    Refusal::new(Code::NotStored, error.to_string())
}

fn kept_session(hash: &str, session: &Session) -> Put {
    Put::set("session", hash, &serde_json::to_string(session).unwrap_or_default())
}

/// A name that can be shown on one line: 1 to 24 characters.
///
/// # Errors
/// When it is not.
pub fn check_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    // Marks that turn the direction of writing would garble what stands around the name.
    let hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.chars().any(hidden) {
        Ok(name.to_owned())
    } else {
        Err(Refusal::new(Code::BadName, "a name has 1 to 24 characters, on one line"))
    }
}

/// The name of an account: 3 to 24 letters, digits, `-` or `_`, in small letters.
fn check_account(account: &str) -> Result<String, Refusal> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (3..=LONGEST_NAME).contains(&account.len()) && account.bytes().all(fits) {
        Ok(account.to_ascii_lowercase())
    } else {
        Err(Refusal::new(Code::BadName, "the name of an account is 3 to 24 letters, digits, - or _"))
    }
}

fn check_password(password: &str) -> Result<(), Refusal> {
    if (10..=200).contains(&password.chars().count()) {
        Ok(())
    } else {
        Err(Refusal::new(Code::BadPassword, "a password has 10 to 200 characters"))
    }
}

impl People {
    /// The people of a store; their sessions are good for so many milliseconds after they were last used.
    #[must_use]
    pub fn new(store: Arc<dyn EventStore>, clock: Clock, chance: Arc<dyn Chance>, session_time: i64) -> People {
        People { store, clock, chance, session_time, hashing: Arc::new(Semaphore::new(1)) }
    }

    /// How long a session is good after it was last used, in milliseconds.
    #[must_use]
    pub const fn session_time(&self) -> i64 {
        self.session_time
    }

    /// Forgets sessions that have run out, and with a guest's what the guest has played: how many.
    ///
    /// # Errors
    /// When the store can't be read or written.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let mut gone = 0;
        let mut after = String::new();
        loop {
            let page = self.store.list("session", &after, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(gone) };
            after.clone_from(last);
            for (hash, text) in &page {
                let session = serde_json::from_str::<Session>(text).ok();
                if session.as_ref().is_some_and(|session| session.seen + self.session_time >= self.clock.now()) {
                    continue;
                }
                // An account is more than its sessions; a guest has this one and no other.
                if let Some(guest) = session.filter(|session| session.account.is_none()) {
                    self.forget_games(&guest.player).await?;
                }
                self.store.put(vec![Put::remove("session", hash)]).await?;
                gone += 1;
            }
        }
    }

    async fn forget_games(&self, player: &PlayerId) -> Result<(), StoreError> {
        let games = games_of(player);
        loop {
            let page = self.store.list(&games, "", PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            self.store.put(page.iter().map(|(key, _)| Put::remove(&games, key)).collect()).await?;
        }
    }

    /// A guest with a name: the secret for their cookie, and who they are.
    ///
    /// # Errors
    /// When the name can't be shown, or nothing can be stored.
    pub async fn guest(&self, name: &str) -> Result<(Secret, Session), Refusal> {
        let name = check_name(name)?;
        let session = Session { player: PlayerId::new(&*self.chance), name, account: None, seen: self.clock.now() };
        Ok((self.sign_in(&session).await?, session))
    }

    async fn sign_in(&self, session: &Session) -> Result<Secret, Refusal> {
        let secret = Secret::new(&*self.chance);
        self.keep(&secret.hash(), session).await?;
        Ok(secret)
    }

    async fn keep(&self, hash: &str, session: &Session) -> Result<(), Refusal> {
        self.store.put(vec![kept_session(hash, session)]).await.map_err(|error| not_stored(&error))
    }

    /// Who brings this secret; none if it opens nothing, or not any more.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn session(&self, secret: &Secret) -> Result<Option<Session>, Refusal> {
        let hash = secret.hash();
        let text = self.store.get("session", &hash).await.map_err(|error| not_stored(&error))?;
        let Some(mut session) = text.and_then(|text| serde_json::from_str::<Session>(&text).ok()) else {
            return Ok(None);
        };
        let now = self.clock.now();
        if session.seen + self.session_time < now {
            return Ok(None);
        }
        if session.seen + NOTED_AFTER.min(self.session_time / 4) < now {
            session.seen = now;
            self.keep(&hash, &session).await?;
        }
        Ok(Some(session))
    }

    /// The figure that people see of a session's rating; none: a guest, or no game has counted yet.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn rating(&self, session: &Session) -> Result<Option<i32>, Refusal> {
        if session.account.is_none() {
            return Ok(None);
        }
        let rating = rating::of_player(&*self.store, &session.player).await.map_err(|error| not_stored(&error))?;
        Ok(rating.map(|rating| rating.points()))
    }

    /// Another name.
    ///
    /// # Errors
    /// When it can't be shown, or nothing can be stored.
    pub async fn rename(&self, secret: &Secret, mut session: Session, name: &str) -> Result<Session, Refusal> {
        session.name = check_name(name)?;
        let mut puts = vec![kept_session(&secret.hash(), &session)];
        // The owner of an account comes back by the name they took last.
        if let Some(account) = &session.account {
            let text = self.store.get("account", account).await.map_err(|error| not_stored(&error))?;
            if let Some(mut kept) = text.and_then(|text| serde_json::from_str::<Account>(&text).ok()) {
                kept.name.clone_from(&session.name);
                puts.push(Put::set("account", account, &serde_json::to_string(&kept).unwrap_or_default()));
            }
        }
        self.store.put(puts).await.map_err(|error| not_stored(&error))?;
        Ok(session)
    }

    /// The session ends.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn sign_out(&self, secret: &Secret) -> Result<(), Refusal> {
        self.store.put(vec![Put::remove("session", &secret.hash())]).await.map_err(|error| not_stored(&error))
    }

    /// A guest becomes the owner of a new account, and keeps what they have played.
    ///
    /// # Errors
    /// When name or password can't be, the name is taken, or nothing can be stored.
    pub async fn register(
        &self,
        secret: &Secret,
        mut session: Session,
        account: &str,
        password: &str,
    ) -> Result<Session, Refusal> {
        let account = check_account(account)?;
        check_password(password)?;
        if session.account.is_some() {
            return Err(Refusal::new(Code::NameTaken, "you have an account already"));
        }
        let hash = self.hash(password.to_owned()).await?;
        let kept = Account {
            player: session.player.clone(),
            name: session.name.clone(),
            password: hash,
            made: self.clock.now(),
        };
        let text = serde_json::to_string(&kept).unwrap_or_default();
        let owner = rating::owner(&session.player, &account);
        session.account = Some(account.clone());
        let own = kept_session(&secret.hash(), &session);
        // All or nothing: a session that is a guest's has a player without an account.
        match self.store.put(vec![Put::add("account", &account, &text), owner, own]).await {
            Ok(()) => Ok(session),
            Err(StoreError::Taken { .. }) => Err(Refusal::new(Code::NameTaken, "this name is taken")),
            Err(error) => Err(not_stored(&error)),
        }
    }

    /// The owner of an account comes back.
    ///
    /// # Errors
    /// When name or password is wrong; which of them is not said.
    pub async fn log_in(&self, account: &str, password: &str) -> Result<(Secret, Session), Refusal> {
        let wrong = || Refusal::new(Code::WrongPassword, "name or password is wrong");
        let name = check_account(account).map_err(|_| wrong())?;
        if password.chars().count() > 200 {
            return Err(wrong());
        }
        let text = self.store.get("account", &name).await.map_err(|error| not_stored(&error))?;
        let kept = text.and_then(|text| serde_json::from_str::<Account>(&text).ok());
        // A name that is not there takes as long as one that is.
        let hash = kept.as_ref().map_or(NOBODYS, |account| account.password.as_str()).to_owned();
        let right = self.verify(password.to_owned(), hash).await?;
        let Some(kept) = kept.filter(|_| right) else { return Err(wrong()) };
        let session = Session { player: kept.player, name: kept.name, account: Some(name), seen: self.clock.now() };
        Ok((self.sign_in(&session).await?, session))
    }

    async fn hash(&self, password: String) -> Result<String, Refusal> {
        self.slowly(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash: PasswordHash| hash.to_string()).map_err(|error| error.to_string())
        })
        .await?
        .map_err(|error| Refusal::new(Code::Internal, error))
    }

    async fn verify(&self, password: String, hash: String) -> Result<bool, Refusal> {
        self.slowly(move || Argon2::default().verify_password(password.as_bytes(), hash.as_str()).is_ok()).await
    }

    async fn slowly<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let failed = || Refusal::new(Code::Internal, "the password could not be checked");
        let _permit = self.hashing.clone().acquire_owned().await.map_err(|_| failed())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| failed())
    }
}

/// The hash of a password that nobody has, by the same settings.
const NOBODYS: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$3v2nXjYbLJq3q0n2a1v0XQ0m0q3bq1i1bq6o0m1r6sA";

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_store::MemoryStore;
    use trinta_table::chance::Fixed;

    fn people() -> People {
        People::new(Arc::new(MemoryStore::new()), Clock::set_to(1000), Arc::new(Fixed::new(1)), SESSION_TIME)
    }

    #[tokio::test]
    async fn a_guest_is_known_by_the_secret_alone() {
        let people = people();
        let (secret, session) = people.guest("  Ana 陳 ").await.unwrap();
        assert_eq!(session.name, "Ana 陳");
        assert_eq!(people.session(&secret).await.unwrap(), Some(session.clone()));
        assert_eq!(people.session(&Secret::new(&Fixed::new(9))).await.unwrap(), None);
        assert_eq!(people.store.get("session", secret.reveal()).await.unwrap(), None, "only its hash is kept");
        let renamed = people.rename(&secret, session, "Rui").await.unwrap();
        assert_eq!(people.session(&secret).await.unwrap(), Some(renamed));
        people.sign_out(&secret).await.unwrap();
        assert_eq!(people.session(&secret).await.unwrap(), None);
        for bad in ["", "   ", "a\nb", &"x".repeat(25), "a\u{202e}b"] {
            assert_eq!(people.guest(bad).await.map(|_| ()).unwrap_err().code, Code::BadName);
        }
    }

    #[tokio::test]
    async fn an_account_keeps_the_player() {
        let people = people();
        let (secret, guest) = people.guest("Ana").await.unwrap();
        let short = people.register(&secret, guest.clone(), "ana", "short").await.unwrap_err();
        assert_eq!(short.code, Code::BadPassword);
        let session = people.register(&secret, guest.clone(), "Ana", "correct horse").await.unwrap();
        assert_eq!(session.account.as_deref(), Some("ana"));
        let (_, again) = people.log_in("ANA", "correct horse").await.unwrap();
        assert_eq!(again.player, guest.player);
        people.rename(&secret, session, "Ana Maria").await.unwrap();
        let (_, renamed) = people.log_in("ana", "correct horse").await.unwrap();
        assert_eq!(renamed.name, "Ana Maria");
        for (account, password) in [("ana", "wrong horse!"), ("bob", "correct horse"), ("../x", "correct horse")] {
            assert_eq!(people.log_in(account, password).await.map(|_| ()).unwrap_err().code, Code::WrongPassword);
        }
        let (other, bob) = people.guest("Bob").await.unwrap();
        let taken = people.register(&other, bob, "ana", "another horse").await.unwrap_err();
        assert_eq!(taken.code, Code::NameTaken);
        let kept = people.store.get("account", "ana").await.unwrap().unwrap();
        assert!(kept.contains("$argon2id$") && !kept.contains("correct horse"));
    }

    #[test]
    fn the_hash_of_nobody_takes_as_long_as_any_other() {
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        let fresh: PasswordHash = Argon2::default().hash_password(b"x").unwrap();
        assert_eq!(nobodys.params.to_string(), fresh.params.to_string());
    }
}
