//! Who somebody is: guests with a name, accounts with a password, and the sessions of both.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Argon2, PasswordHash};
use tokio::sync::Semaphore;
use trinta_store::{Expect, Key, Payload, Put, Store, StoreError};
use trinta_table::chance::Chance;
use trinta_table::ids::{MAX_NAME_LENGTH, PlayerId};
use trinta_table::{Code, Face, Refusal};
use trinta_time::Timestamp;

use crate::clock::Clock;
use crate::keys::{self, Values};
use crate::rating;
use crate::room::not_stored;
use crate::secret::Secret;
use crate::stored::{Stored, StoredAccount, StoredSession, Unreadable};
use crate::work::spawn_long;

/// How long a session is good after it was last used unless an operator says otherwise.
pub const SESSION_TIME: Duration = Duration::from_secs(90 * 24 * 3600);
/// Values that are read at a time when all are looked through.
const PAGE_SIZE: usize = 500;
/// How often it is noted that a session was used, unless it would be forgotten before that.
const USE_NOTED_EVERY: Duration = Duration::from_secs(24 * 3600);
/// How often a change is tried while somebody else changes the same session or account.
const MAX_ATTEMPTS: usize = 8;

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The same in all sessions of an account.
    pub player: PlayerId,
    /// The name that others see.
    pub name: String,
    /// The name of the account; none: a guest.
    pub account: Option<String>,
    /// When it was last used.
    pub seen: Timestamp,
    /// The face that they chose; none: they have not.
    pub face: Option<Face>,
}

impl Session {
    /// The face that others see.
    #[must_use]
    pub fn shown_face(&self) -> Face {
        self.face.unwrap_or_else(|| Face::of_player(&self.player))
    }

    fn stored(&self) -> StoredSession {
        let Session { player, name, account, seen, face } = self.clone();
        StoredSession { player, name, account, seen, face }
    }
}

impl From<StoredSession> for Session {
    fn from(StoredSession { player, name, account, seen, face }: StoredSession) -> Session {
        Session { player, name, account, seen, face }
    }
}

/// The guests and accounts of a server.
pub struct People {
    store: Arc<dyn Store>,
    clock: Clock,
    chance: Arc<dyn Chance>,
    session_time: Duration,
    /// One password at a time: hashing is slow on purpose.
    hashing: Arc<Semaphore>,
}

impl std::fmt::Debug for People {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("People").finish_non_exhaustive()
    }
}

fn no_session() -> Refusal {
    Refusal::new(Code::NoSession, "nobody is signed in")
}

/// What was read and what it is from now on, unless somebody changes it meanwhile.
fn change<T: Stored>(key: Key, (payload, _): (Payload, T), new: &T) -> Put {
    let new = new.write_over(&payload);
    Put::replace(key, Some(payload), new)
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
    if (1..=MAX_NAME_LENGTH).contains(&name.chars().count()) && !name.chars().any(hidden) {
        Ok(name.to_owned())
    } else {
        Err(Refusal::new(Code::BadName, "a name has 1 to 24 characters, on one line"))
    }
}

/// The name of an account: 3 to 24 letters, digits, `-` or `_`, in small letters.
fn check_account(account: &str) -> Result<String, Refusal> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (3..=MAX_NAME_LENGTH).contains(&account.len()) && account.bytes().all(fits) {
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
    /// The people of a store; their sessions are good for this long after they were last used.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Clock, chance: Arc<dyn Chance>, session_time: Duration) -> People {
        People { store, clock, chance, session_time, hashing: Arc::new(Semaphore::new(1)) }
    }

    /// How long a session is good after it was last used.
    #[must_use]
    pub const fn session_time(&self) -> Duration {
        self.session_time
    }

    /// Deletes expired sessions, and with a guest's their history; returns the number of sessions.
    ///
    /// # Errors
    /// When the store can't be read or written.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let mut gone = 0;
        if self.clock.is_doubtful() {
            return Ok(gone);
        }
        let mut after = String::new();
        loop {
            let page = self.store.list(&Values::Sessions.space(), &after, PAGE_SIZE).await?;
            let Some((last, _)) = page.last() else { return Ok(gone) };
            after.clone_from(last);
            for (hash, payload) in page {
                let session = match StoredSession::read(&payload).map(Session::from) {
                    Ok(session) if session.seen + self.session_time >= self.clock.now() => continue,
                    // Whether it has run out, a newer server knows.
                    Err(Unreadable::Newer { .. }) => continue,
                    Ok(session) => Some(session),
                    Err(Unreadable::Malformed(_)) => None,
                };
                // An account is more than its sessions; a guest has this one and no other.
                if let Some(guest) = session.filter(|session| session.account.is_none()) {
                    self.forget(Values::Games(&guest.player)).await?;
                    self.forget(Values::Seats(&guest.player)).await?;
                }
                let remove = Put { key: keys::session(&hash), value: None, expect: Expect::Equal(payload) };
                match self.store.put(vec![remove]).await {
                    Ok(()) => gone += 1,
                    // Its owner was faster.
                    Err(StoreError::ValueConflict { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }

    async fn forget(&self, values: Values<'_>) -> Result<(), StoreError> {
        let space = values.space();
        loop {
            let page = self.store.list(&space, "", PAGE_SIZE).await?;
            if page.is_empty() {
                return Ok(());
            }
            self.store.put(page.into_iter().map(|(name, _)| Put::remove(space.key(name))).collect()).await?;
        }
    }

    /// A guest with a name: the secret for their cookie, and who they are.
    ///
    /// # Errors
    /// When the name can't be shown, or nothing can be stored.
    pub async fn guest(&self, name: &str, face: Option<Face>) -> Result<(Secret, Session), Refusal> {
        let (name, player, seen) = (check_name(name)?, PlayerId::new(&*self.chance), self.clock.now());
        let session = Session { player, name, account: None, seen, face };
        Ok((self.sign_in(&session).await?, session))
    }

    async fn sign_in(&self, session: &Session) -> Result<Secret, Refusal> {
        let secret = Secret::new(&*self.chance);
        let put = Put::set(keys::session(&secret.hash()), session.stored().write());
        self.store.put(vec![put]).await.map_err(|error| not_stored(&error))?;
        Ok(secret)
    }

    /// Something stored, as it is in the store and as it is understood. What can't be understood is as if it were not
    /// there, but what a newer server wrote is refused: nobody may write over it.
    async fn read<T: Stored>(&self, key: &Key) -> Result<Option<(Payload, T)>, Refusal> {
        let Some(payload) = self.store.get(key).await.map_err(|error| not_stored(&error))? else { return Ok(None) };
        match T::read(&payload) {
            Ok(read) => Ok(Some((payload, read))),
            Err(Unreadable::Malformed(_)) => Ok(None),
            Err(error @ Unreadable::Newer { .. }) => Err(Refusal::new(Code::Internal, error.to_string())),
        }
    }

    /// Who brings this secret; none if it opens nothing, or not any more.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn session(&self, secret: &Secret) -> Result<Option<Session>, Refusal> {
        let key = keys::session(&secret.hash());
        let payload = self.store.get(&key).await.map_err(|error| not_stored(&error))?;
        let Some(payload) = payload else { return Ok(None) };
        // The session of a newer server opens nothing here, and stays as it is.
        let Ok(mut session) = StoredSession::read(&payload).map(Session::from) else { return Ok(None) };
        let now = self.clock.now();
        if self.clock.is_doubtful() {
            return Ok(Some(session));
        }
        if session.seen + self.session_time < now {
            return Ok(None);
        }
        if session.seen + USE_NOTED_EVERY.min(self.session_time / 4) < now {
            session.seen = now;
            let noted = session.stored().write_over(&payload);
            match self.store.put(vec![Put::replace(key, Some(payload), noted)]).await {
                // Whoever changed it at the same time was here too.
                Ok(()) | Err(StoreError::ValueConflict { .. }) => {}
                Err(error) => return Err(not_stored(&error)),
            }
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

    /// Another name, and another face if one is given.
    ///
    /// # Errors
    /// If it can't be shown, nobody is signed in, or nothing can be stored.
    pub async fn rename(&self, secret: &Secret, name: &str, face: Option<Face>) -> Result<Session, Refusal> {
        let name = check_name(name)?;
        let key = keys::session(&secret.hash());
        for _ in 0..MAX_ATTEMPTS {
            let read = self.read::<StoredSession>(&key).await?.ok_or_else(no_session)?;
            let session = StoredSession { name: name.clone(), face: face.or(read.1.face), ..read.1.clone() };
            let mut puts = vec![change(key.clone(), read, &session)];
            // The owner of an account comes back by the name they took last.
            if let Some(account) = session.account.as_deref().map(keys::account)
                && let Some(read) = self.read::<StoredAccount>(&account).await?
            {
                let renamed = StoredAccount { name: name.clone(), face: session.face, ..read.1.clone() };
                puts.push(change(account, read, &renamed));
            }
            match self.store.put(puts).await {
                Ok(()) => return Ok(session.into()),
                Err(StoreError::ValueConflict { .. }) => {}
                Err(error) => return Err(not_stored(&error)),
            }
        }
        Err(Refusal::new(Code::NotStored, "your session changes too fast; please try again"))
    }

    /// The session ends.
    ///
    /// # Errors
    /// When nothing can be stored.
    pub async fn sign_out(&self, secret: &Secret) -> Result<(), Refusal> {
        self.store.put(vec![Put::remove(keys::session(&secret.hash()))]).await.map_err(|error| not_stored(&error))
    }

    /// A guest becomes the owner of a new account, keeps what they have played, and gets another secret.
    ///
    /// # Errors
    /// If name or password is not valid, the name is taken, nobody is signed in, or nothing can be stored.
    pub async fn register(&self, secret: &Secret, account: &str, password: &str) -> Result<(Secret, Session), Refusal> {
        let account = check_account(account)?;
        check_password(password)?;
        let key = keys::session(&secret.hash());
        let taken = || Refusal::new(Code::NameTaken, "this name is taken");
        let mut hash = None;
        for _ in 0..MAX_ATTEMPTS {
            let read = self.read::<StoredSession>(&key).await?.ok_or_else(no_session)?;
            if read.1.account.is_some() {
                return Err(Refusal::new(Code::NameTaken, "you have an account already"));
            }
            let password = match &hash {
                Some(hash) => String::clone(hash),
                None => hash.insert(self.hash(password.to_owned()).await?).clone(),
            };
            let session = StoredSession { account: Some(account.clone()), ..read.1.clone() };
            let new_secret = Secret::new(&*self.chance);
            let (player, name, face) = (session.player.clone(), session.name.clone(), session.face);
            let made = StoredAccount { player, name, password, made: self.clock.now(), face };
            // All or nothing: a session that is a guest's has a player without an account.
            let puts = vec![
                Put::add(keys::account(&account), made.write()),
                rating::owner(&session.player, &account),
                Put::add(keys::session(&new_secret.hash()), session.write_over(&read.0)),
                Put { key: key.clone(), value: None, expect: Expect::Equal(read.0) },
            ];
            match self.store.put(puts).await {
                Ok(()) => return Ok((new_secret, session.into())),
                Err(StoreError::ValueConflict { key }) if key.space == Values::Accounts.space() => return Err(taken()),
                Err(StoreError::ValueConflict { .. }) => {}
                Err(error) => return Err(not_stored(&error)),
            }
        }
        Err(Refusal::new(Code::NotStored, "your session changes too fast; please try again"))
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
        let kept = self.read::<StoredAccount>(&keys::account(&name)).await?.map(|(_, account)| account);
        // A name that is not there takes as long as one that is.
        let hash = kept.as_ref().map_or(DUMMY_HASH, |account| account.password.as_str()).to_owned();
        let right = self.verify(password.to_owned(), hash).await?;
        let Some(kept) = kept.filter(|_| right) else { return Err(wrong()) };
        let StoredAccount { player, name: shown, face, .. } = kept;
        let session = Session { player, name: shown, account: Some(name), seen: self.clock.now(), face };
        Ok((self.sign_in(&session).await?, session))
    }

    async fn hash(&self, password: String) -> Result<String, Refusal> {
        self.run_blocking(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash: PasswordHash| hash.to_string()).map_err(|error| error.to_string())
        })
        .await?
        .map_err(|error| Refusal::new(Code::Internal, error))
    }

    async fn verify(&self, password: String, hash: String) -> Result<bool, Refusal> {
        self.run_blocking(move || Argon2::default().verify_password(password.as_bytes(), hash.as_str()).is_ok()).await
    }

    async fn run_blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let failed = || Refusal::new(Code::Internal, "the password could not be checked");
        let _permit = self.hashing.clone().acquire_owned().await.map_err(|_| failed())?;
        spawn_long(work).await.map_err(|_| failed())
    }
}

/// A hash that no password has, made with the same parameters as the others.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$3v2nXjYbLJq3q0n2a1v0XQ0m0q3bq1i1bq6o0m1r6sA";

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_store::MemoryStore;
    use trinta_table::chance::FixedChance;

    fn people() -> People {
        People::new(
            Arc::new(MemoryStore::new()),
            Clock::set_to(Timestamp::from_millis(1000)),
            Arc::new(FixedChance::new(1)),
            SESSION_TIME,
        )
    }

    #[tokio::test]
    async fn a_guest_is_known_by_the_secret_alone() {
        let people = people();
        let (secret, session) = people.guest("  Ana 陳 ", None).await.unwrap();
        assert_eq!(session.name, "Ana 陳");
        assert_eq!(people.session(&secret).await.unwrap(), Some(session));
        assert_eq!(people.session(&Secret::new(&FixedChance::new(9))).await.unwrap(), None);
        assert_eq!(people.store.get(&keys::session(secret.reveal())).await.unwrap(), None, "only its hash is kept");
        let renamed = people.rename(&secret, "Rui", None).await.unwrap();
        assert_eq!(people.session(&secret).await.unwrap(), Some(renamed));
        people.sign_out(&secret).await.unwrap();
        assert_eq!(people.session(&secret).await.unwrap(), None);
        for bad in ["", "   ", "a\nb", &"x".repeat(25), "a\u{202e}b"] {
            assert_eq!(people.guest(bad, None).await.map(|_| ()).unwrap_err().code, Code::BadName);
        }
    }

    #[tokio::test]
    async fn an_account_keeps_the_player() {
        let people = people();
        let (secret, guest) = people.guest("Ana", None).await.unwrap();
        let short = people.register(&secret, "ana", "short").await.unwrap_err();
        assert_eq!(short.code, Code::BadPassword);
        let (secret, session) = people.register(&secret, "Ana", "correct horse").await.unwrap();
        assert_eq!(session.account.as_deref(), Some("ana"));
        let (_, again) = people.log_in("ANA", "correct horse").await.unwrap();
        assert_eq!(again.player, guest.player);
        people.rename(&secret, "Ana Maria", None).await.unwrap();
        let (_, renamed) = people.log_in("ana", "correct horse").await.unwrap();
        assert_eq!(renamed.name, "Ana Maria");
        for (account, password) in [("ana", "wrong horse!"), ("bob", "correct horse"), ("../x", "correct horse")] {
            assert_eq!(people.log_in(account, password).await.map(|_| ()).unwrap_err().code, Code::WrongPassword);
        }
        let (other, _) = people.guest("Bob", None).await.unwrap();
        let taken = people.register(&other, "ana", "another horse").await.unwrap_err();
        assert_eq!(taken.code, Code::NameTaken);
        let kept = people.store.get(&keys::account("ana")).await.unwrap().unwrap().text;
        assert!(kept.contains("$argon2id$") && !kept.contains("correct horse"));
    }

    #[test]
    fn a_wrong_name_takes_as_long_as_a_wrong_password() {
        let dummy = PasswordHash::new(DUMMY_HASH).unwrap();
        let fresh: PasswordHash = Argon2::default().hash_password(b"x").unwrap();
        assert_eq!(dummy.params.to_string(), fresh.params.to_string());
    }
}
