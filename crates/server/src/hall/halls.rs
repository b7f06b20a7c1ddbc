//! All tournaments of a server: making them, finding them, and the way to their owners.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot, watch};
use trinta_store::{Put, StoreError};
use trinta_table::ids::hex;
use trinta_tournament::{CodeError, CodeTarget, Entry, Log, Role, Seat};

use crate::bodies::{TokenRole, TokenView, TournamentSummary};
use crate::cluster::Session;
use crate::hall::backup::{Backup, BackupKey};
use crate::hall::backup_keeper::{SealedBackup, keep_backups};
use crate::hall::envelope::Envelope;
use crate::hall::gateway;
use crate::hall::message::HallViewer;
use crate::hall::online::OnlineTable;
use crate::hall::online_keeper::keep_online_tables;
use crate::hall::owner::{HallError, LoadedOwner, Owner, OwnerRequest};
use crate::hall::relay::{AttachedRelay, HallRelay};
use crate::hall::screen::Screen;
use crate::hall::snapshot::Snapshot;
use crate::hall::storage::ClaimedLog;
use crate::hall::stored::{HallSetup, StoredHall, StoredToken};
use crate::keys::{self, Values};
use crate::room::Registry;
use crate::secret::Secret;
use crate::stored::Stored as _;
use crate::work::spawn_long;

/// The capacity of an owner's queue of requests.
const INBOX_CAPACITY: usize = 1024;
/// Values that are listed at a time.
const PAGE_SIZE: usize = 500;
/// The most tournaments in a list.
const MAX_LISTED: usize = 50;
/// The most tokens of a tournament.
const MAX_TOKENS: usize = 200;
/// The characters of a token's hash by which lists name it.
const TOKEN_KEY: usize = 16;

/// What the tournaments of a server share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HallOptions {
    /// The folder for encrypted backups; none: they go to devices only.
    pub backup_folder: Option<PathBuf>,
    /// The address by which phones in the hall reach the server, for QR codes.
    pub address: Option<String>,
}

/// All tournaments of a server.
#[derive(Debug)]
pub struct Halls {
    registry: Arc<Registry>,
    options: HallOptions,
    /// By tournament: the way to its owner, once somebody has asked for it. One that takes long to read holds up nobody who
    /// asks for another.
    open: Mutex<HashMap<String, Place>>,
    listed: Mutex<BTreeMap<String, StoredHall>>,
    /// Changes whenever a token is taken back.
    revocations: watch::Sender<()>,
}

/// Where the way to an owner is kept; none: nobody serves the tournament here.
type Place = Arc<tokio::sync::Mutex<Option<Hall>>>;

/// The way to the owner of a tournament, and what it publishes.
#[derive(Debug, Clone)]
pub struct Hall {
    id: Arc<str>,
    utc_offset: i32,
    /// Whether another node owns it.
    relayed: bool,
    inbox: mpsc::Sender<OwnerRequest>,
    /// The tournament after every change.
    pub state: watch::Receiver<Arc<Snapshot>>,
    /// What the projector shows.
    pub screen: watch::Receiver<Screen>,
    /// The newest backup, for devices that keep it.
    pub backup: watch::Receiver<Option<Arc<SealedBackup>>>,
}

/// Where a tournament is served.
enum Found {
    Here(LoadedOwner),
    Elsewhere(AttachedRelay),
}

/// A tournament that has just come to a server.
#[derive(Debug)]
pub struct NewHall {
    /// Its name.
    pub id: String,
    /// The token of its organiser.
    pub token: Secret,
    /// How many entries its log has.
    pub seq: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock is safe to use: nothing that can panic runs while the data is inconsistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Halls {
    /// The tournaments of a store.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn open(registry: Arc<Registry>, options: HallOptions) -> Result<Arc<Halls>, StoreError> {
        let listed = list_stored(&registry).await?;
        let (open, revocations) = (Mutex::default(), watch::Sender::default());
        Ok(Arc::new(Halls { registry, options, open, listed: Mutex::new(listed), revocations }))
    }

    pub(crate) const fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The table of this server at which a seat of a tournament is played; none until it is opened.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn online_table(&self, id: &str, seat: Seat) -> Result<Option<OnlineTable>, HallError> {
        let stored = self.registry.store().get(&keys::hall_table(id, seat)).await?;
        Ok(stored.and_then(|stored| OnlineTable::read(&stored).ok()))
    }

    /// What all tournaments share.
    #[must_use]
    pub const fn options(&self) -> &HallOptions {
        &self.options
    }

    /// The tournaments that anybody may know of, newest first.
    #[must_use]
    pub fn summaries(&self) -> Vec<TournamentSummary> {
        self.newest().into_iter().take(MAX_LISTED).map(|(id, hall)| hall.summary(&id)).collect()
    }

    fn newest(&self) -> Vec<(String, StoredHall)> {
        let listed = lock(&self.listed);
        let shown = listed.iter().filter(|(_, hall)| !hall.forgotten);
        let mut halls: Vec<_> = shown.map(|(id, hall)| (id.clone(), hall.clone())).collect();
        halls.sort_by_key(|(_, hall)| std::cmp::Reverse(hall.made));
        halls
    }

    pub(super) fn list(&self, id: &str, hall: &StoredHall) {
        lock(&self.listed).insert(id.to_owned(), hall.clone());
    }

    /// Takes a tournament in, with a log that has been checked.
    ///
    /// `id`: the name it had elsewhere, which it keeps if it is free here.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn create(
        &self,
        log: &Log,
        setup: &HallSetup,
        id: Option<String>,
        tokens: Vec<(String, StoredToken)>,
    ) -> Result<NewHall, HallError> {
        let registry = &self.registry;
        let tournament = log.tournament().ok_or(HallError::NotFound)?;
        let new_id = || hex(&registry.chance().bytes::<8>());
        let id = match id {
            Some(id) if registry.store().get(&keys::hall(&id)).await?.is_none() => id,
            _ => new_id(),
        };
        let claimed = ClaimedLog::create(registry, &id).await?;
        let (token, made) = (Secret::new(registry.chance()), registry.clock().now());
        let hall = StoredHall::new(claimed.id.to_string(), made, setup, tournament);
        let owner = StoredToken { role: TokenRole::Organiser, name: String::new(), made };
        let mut puts = vec![
            // Of two that come at the same time under one name, one fails.
            Put::add(keys::hall(&id), hall.write()),
            Put::set(keys::hall_token(&id, &token.hash()), owner.write()),
        ];
        puts.extend(tokens.iter().map(|(hash, token)| Put::set(keys::hall_token(&id, hash), token.write())));
        claimed.fill(registry, log.entries(), puts).await?;
        registry.release_from_front(&claimed.id, claimed.epoch).await;
        self.list(&id, &hall);
        Ok(NewHall { id, token, seq: log.entries().len() as u64 })
    }

    /// The way to the owner of a tournament; if it has none, one begins.
    ///
    /// # Errors
    /// If there is no such tournament, or it can't be read.
    pub async fn hall(self: &Arc<Halls>, id: &str) -> Result<Hall, HallError> {
        let known = lock(&self.open).get(id).cloned();
        if let Some(place) = known
            && let Some(hall) = place.lock().await.as_ref().filter(|hall| !hall.inbox.is_closed())
        {
            return Ok(hall.clone());
        }
        // Only what there is gets a place.
        let stored = self.stored(id).await?;
        let place = lock(&self.open).entry(id.to_owned()).or_default().clone();
        let mut open = place.lock().await;
        if let Some(hall) = open.as_ref().filter(|hall| !hall.inbox.is_closed()) {
            return Ok(hall.clone());
        }
        let utc_offset = stored.utc_offset;
        let (inbox, requests) = mpsc::channel(INBOX_CAPACITY);
        let (state, screen, relayed) = match self.find_owner(id, &stored).await? {
            Found::Here(LoadedOwner { owner, state, screen }) => {
                tokio::spawn(owner.run(requests));
                (state, screen, false)
            }
            Found::Elsewhere(AttachedRelay { relay, state, screen }) => {
                tokio::spawn(relay.run(requests));
                (state, screen, true)
            }
        };
        let (kept, backup) = watch::channel(None);
        let hall = Hall { id: id.into(), utc_offset, relayed, inbox, state, screen, backup };
        tokio::spawn(keep_backups(self.clone(), hall.clone(), kept));
        if !relayed {
            tokio::spawn(keep_online_tables(self.clone(), hall.clone()));
        }
        *open = Some(hall.clone());
        Ok(hall)
    }

    /// Claims a tournament, or finds the node that has it.
    async fn find_owner(self: &Arc<Halls>, id: &str, stored: &StoredHall) -> Result<Found, HallError> {
        if self.registry.cluster().is_some_and(|node| node.is_front())
            && let Ok(attached) = HallRelay::attach(self, id, stored).await
        {
            return Ok(Found::Elsewhere(attached));
        }
        match Owner::load(self, id, stored.clone()).await {
            Ok(owner) => Ok(Found::Here(owner)),
            Err(HallError::Elsewhere) => HallRelay::attach(self, id, stored).await.map(Found::Elsewhere),
            Err(error) => {
                tracing::error!(tournament = %id, %error, "a tournament can't be read");
                Err(error)
            }
        }
    }

    /// What is stored of a tournament. Another node may have made it a moment ago, or put another log in place of its own.
    async fn stored(&self, id: &str) -> Result<StoredHall, HallError> {
        let found = self.registry.store().get(&keys::hall(id)).await?;
        let hall = found.and_then(|stored| StoredHall::read(&stored).ok()).ok_or(HallError::NotFound)?;
        self.list(id, &hall);
        Ok(hall)
    }

    /// Reads the list again, which other nodes may have changed.
    pub(crate) async fn refresh(&self) {
        match list_stored(&self.registry).await {
            Ok(listed) => *lock(&self.listed) = listed,
            Err(error) => tracing::warn!(%error, "the list of tournaments can't be read"),
        }
    }

    /// Serves a tournament to the devices of another node.
    pub(crate) fn serve_remote(self: &Arc<Halls>, id: String, session: Session) {
        tokio::spawn(gateway::serve(self.clone(), id, session));
    }

    /// Lets go of a tournament, unless somebody has come in the meantime; returns whether it did.
    pub(super) fn retire(&self, id: &str, inbox: &mpsc::Receiver<OwnerRequest>) -> bool {
        let Some(place) = lock(&self.open).get(id).cloned() else { return inbox.is_empty() };
        let Ok(mut open) = place.try_lock() else { return false };
        if inbox.is_empty() {
            *open = None;
            return true;
        }
        false
    }

    /// Stops all owners, each after what it was asked before.
    pub async fn stop(&self) {
        let places: Vec<Place> = lock(&self.open).values().cloned().collect();
        let mut halls = Vec::new();
        for place in places {
            halls.extend(place.lock().await.take());
        }
        for hall in &halls {
            let _ = hall.inbox.send(OwnerRequest::Stop).await;
        }
        for hall in halls {
            hall.inbox.closed().await;
        }
    }

    /// The tournament and the target of a printed code.
    ///
    /// # Errors
    /// If no tournament has it.
    pub async fn find_code(self: &Arc<Halls>, code: &str) -> Result<(Hall, CodeTarget), CodeError> {
        for (id, _) in self.newest() {
            let Ok(hall) = self.hall(&id).await else { continue };
            let read = hall.state.borrow().tournament.read_code(code);
            match read {
                Ok(target) => return Ok((hall, target)),
                Err(CodeError::Unknown) => {}
                Err(error) => return Err(error),
            }
        }
        Err(CodeError::Unknown)
    }

    /// The role that a token gives in a tournament.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn token(&self, id: &str, token: &str) -> Result<Option<TokenRole>, HallError> {
        let Some(secret) = Secret::read(token) else { return Ok(None) };
        let found = self.registry.store().get(&keys::hall_token(id, &secret.hash())).await?;
        Ok(found.and_then(|stored| StoredToken::read(&stored).ok()).map(|token| token.role))
    }

    /// Makes another token.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn add_token(&self, id: &str, role: TokenRole, name: &str) -> Result<Secret, HallError> {
        let (token, made) = (Secret::new(self.registry.chance()), self.registry.clock().now());
        let stored = StoredToken { role, name: name.to_owned(), made };
        self.registry.store().put(vec![Put::add(keys::hall_token(id, &token.hash()), stored.write())]).await?;
        Ok(token)
    }

    /// The tokens of a tournament with their hashes.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn tokens(&self, id: &str) -> Result<Vec<(String, StoredToken)>, HallError> {
        let listed = self.registry.store().list(&Values::HallTokens(id).space(), "", MAX_TOKENS).await?;
        Ok(listed.into_iter().filter_map(|(hash, stored)| Some((hash, StoredToken::read(&stored).ok()?))).collect())
    }

    /// A backup of a tournament as it is now.
    ///
    /// # Errors
    /// If the tournament can't be read.
    pub async fn backup(&self, hall: &Hall) -> Result<SealedBackup, HallError> {
        let stored = lock(&self.listed).get(hall.id()).cloned().ok_or(HallError::NotFound)?;
        let entries = hall.entries().await?;
        let backup = Backup {
            id: hall.id().to_owned(),
            utc_offset: hall.utc_offset,
            entries,
            tokens: self.tokens(hall.id()).await?,
            screen: hall.screen.borrow().clone(),
        };
        let seq = backup.entries.len() as u64;
        let key = BackupKey::read(&stored.salt, &stored.key);
        let key = key.ok_or_else(|| HallError::Unreadable("the key of its backups is damaged".to_owned()))?;
        let chance = self.registry.chance_source();
        let sealed = spawn_long(move || backup.seal(&key, &*chance)).await;
        match sealed {
            Ok(Ok(bytes)) => Ok(SealedBackup { seq, bytes }),
            Ok(Err(error)) => Err(HallError::Unreadable(error.to_string())),
            Err(_) => Err(HallError::Stopping),
        }
    }

    /// The tokens of a tournament as lists show them.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn token_views(&self, id: &str) -> Result<Vec<TokenView>, HallError> {
        let tokens = self.tokens(id).await?;
        let view = |(hash, token): (String, StoredToken)| TokenView {
            key: hash.chars().take(TOKEN_KEY).collect(),
            role: token.role,
            name: token.name,
        };
        Ok(tokens.into_iter().map(view).collect())
    }

    /// Takes a token back; false if there is none with this key.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn remove_token(&self, id: &str, key: &str) -> Result<bool, HallError> {
        let tokens = self.tokens(id).await?;
        let found = tokens.into_iter().find(|(hash, _)| key.len() == TOKEN_KEY && hash.starts_with(key));
        let Some((hash, _)) = found else { return Ok(false) };
        self.registry.store().put(vec![Put::remove(keys::hall_token(id, &hash))]).await?;
        self.revocations.send_replace(());
        Ok(true)
    }

    /// Changes whenever a token was taken back at this node; whoever came with one looks whether it was theirs.
    pub(crate) fn revocations(&self) -> watch::Receiver<()> {
        self.revocations.subscribe()
    }
}

/// The tournaments of a store. What a newer program wrote is left out.
async fn list_stored(registry: &Registry) -> Result<BTreeMap<String, StoredHall>, StoreError> {
    let mut listed = BTreeMap::new();
    let mut after = String::new();
    loop {
        let page = registry.store().list(&Values::Halls.space(), &after, PAGE_SIZE).await?;
        let Some((last, _)) = page.last() else { return Ok(listed) };
        after.clone_from(last);
        listed.extend(page.into_iter().filter_map(|(id, stored)| Some((id, StoredHall::read(&stored).ok()?))));
    }
}

impl Hall {
    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The hall's minutes ahead of UTC.
    #[must_use]
    pub const fn utc_offset(&self) -> i32 {
        self.utc_offset
    }

    /// Whether another node owns it.
    pub(super) const fn is_relayed(&self) -> bool {
        self.relayed
    }

    /// Waits until the owner has ended.
    pub(super) async fn ended(&self) {
        self.inbox.closed().await;
    }

    async fn call<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> OwnerRequest) -> Result<T, HallError> {
        let (reply, answer) = oneshot::channel();
        self.inbox.send(request(reply)).await.map_err(|_| HallError::Stopping)?;
        answer.await.map_err(|_| HallError::Stopping)
    }

    /// Does a command of a device.
    ///
    /// # Errors
    /// If the owner has ended; then nothing is known of the command.
    pub async fn command(&self, envelope: Envelope, token: Option<TokenRole>) -> Result<Value, HallError> {
        self.call(|reply| OwnerRequest::Command { envelope: Box::new(envelope), token, reply }).await
    }

    /// Does a command of the server itself; with an id, at most once.
    ///
    /// # Errors
    /// If the owner has ended.
    pub async fn perform(
        &self,
        command: Map<String, Value>,
        by: Role,
        id: Option<String>,
        puts: Vec<Put>,
    ) -> Result<Value, HallError> {
        self.call(|reply| OwnerRequest::Perform { command, by, id, puts, reply }).await
    }

    /// Answers a question, as far as the viewer may ask.
    ///
    /// # Errors
    /// If the owner has ended.
    pub async fn ask(&self, question: Map<String, Value>, viewer: HallViewer) -> Result<Value, HallError> {
        self.call(|reply| OwnerRequest::Ask { question, viewer, reply }).await
    }

    /// Sets the projector; false if it could not be stored.
    ///
    /// # Errors
    /// If the owner has ended.
    pub async fn set_screen(&self, screen: Screen) -> Result<bool, HallError> {
        self.call(|reply| OwnerRequest::Screen { screen, reply }).await
    }

    /// The entries of the log.
    ///
    /// # Errors
    /// If the owner has ended.
    pub async fn entries(&self) -> Result<Vec<Entry>, HallError> {
        self.call(OwnerRequest::Entries).await
    }

    /// The highest number of a device's commands that are done.
    ///
    /// # Errors
    /// If the owner has ended.
    pub async fn last_number(&self, device: &str) -> Result<Option<u64>, HallError> {
        self.call(|reply| OwnerRequest::LastNumber(device.to_owned(), reply)).await
    }
}
