//! What every store keeps to: one suite, run on each of them.

pub(crate) mod leases;
pub(crate) mod logs;
pub(crate) mod values;

use std::sync::Arc;
use std::time::Duration;

use trinta_store::{Key, Lease, LogId, NodeId, Space};
use trinta_time::Timestamp;

pub(crate) type Store = Arc<dyn trinta_store::Store>;

pub(crate) fn log(name: &str) -> LogId {
    LogId::new(name).unwrap()
}

pub(crate) fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

pub(crate) fn key(space: &str, name: &str) -> Key {
    Space::new(space).key(name)
}

/// The text of a value.
pub(crate) async fn get(store: &Store, space: &str, name: &str) -> Option<String> {
    store.get(&key(space, name)).await.unwrap().map(|value| value.text)
}

/// Some values of a space.
pub(crate) async fn list(store: &Store, space: &str, after: &str, limit: usize) -> Vec<(String, String)> {
    let listed = store.list(&Space::new(space), after, limit).await.unwrap();
    listed.into_iter().map(|(name, value)| (name, value.text)).collect()
}

/// A process holds its logs for this long from now on.
pub(crate) async fn renew(store: &Store, name: &str, now: i64, millis: u64) {
    let lease = Lease { last_sign: at(now), until: at(now) + Duration::from_millis(millis) };
    store.renew(&node(name), lease).await.unwrap();
}

pub(crate) async fn new_log(store: &Store, name: &str) -> (LogId, u64) {
    let log = log(name);
    store.create(&log, "new".into()).await.unwrap();
    let claim = store.claim(&log, &node("node"), at(0)).await.unwrap();
    assert_eq!((claim.epoch, claim.head), (1, 0));
    (log, claim.epoch)
}

/// Makes a test of each line, on a store that an expression opens: the store, and what has to outlive it.
macro_rules! contract {
    (@tests $open:expr; $($part:ident::$test:ident,)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $test() {
            let (store, _kept) = $open;
            crate::suite::$part::$test(store).await;
        })*
    };
    ($open:expr) => {
        $crate::suite::contract! { @tests $open;
            logs::entries_are_numbered_and_kept_in_order,
            logs::many_entries_of_one_log_are_appended_in_order_up_to_the_first_that_is_refused,
            logs::the_number_must_be_the_next,
            logs::a_command_has_one_effect,
            logs::a_log_is_made_once,
            logs::lists_say_what_the_last_summary_said,
            logs::lists_come_in_pages,
            logs::the_version_of_a_format_is_kept,
            logs::of_many_who_append_at_once_one_is_next,
            logs::many_logs_grow_at_once,
            logs::what_is_refused_does_not_touch_what_is_asked_beside_it,
            logs::a_closed_store_finishes_what_it_accepted,
            logs::a_store_is_well_until_it_is_closed,
            leases::an_old_claim_is_fenced,
            leases::a_log_can_be_claimed_when_its_owners_lease_has_run_out,
            leases::an_owner_may_claim_its_log_again_and_give_it_up,
            leases::a_claim_says_when_the_owner_before_was_last_known_to_run,
            leases::of_many_who_claim_at_once_one_gets_it,
            leases::a_node_that_announces_its_address_is_listed_until_its_lease_runs_out,
            leases::the_owner_of_a_log_is_named_while_it_holds_it,
            leases::a_released_log_may_be_claimed_at_once,
            leases::the_owner_before_cannot_release_what_another_has_claimed,
            values::values_are_set_listed_and_removed,
            values::a_value_that_must_be_absent_replaces_nothing,
            values::a_value_is_replaced_only_if_it_is_the_one_expected,
            values::of_many_who_count_at_once_nobody_is_forgotten,
            values::values_go_with_their_entry_or_not_at_all,
        }
    };
}
pub(crate) use contract;
