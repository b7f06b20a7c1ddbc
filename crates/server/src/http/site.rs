//! Which site this server is: who asks through which proxies, by which name the server is known, and which other sites
//! may use it.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::AppOptions;

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_HOST: &str = "x-forwarded-host";

/// Names that no public domain has: of this machine and of its own network. Whoever asks by one of them has not been
/// sent here by another site that gave its own name the address of this server.
const LOCAL_ENDINGS: [&str; 6] = ["localhost", "local", "lan", "internal", "home.arpa", "test"];

/// Who asks: the other end of the connection or, behind proxies, whom the outermost of our own proxies saw. None if the
/// proxies do not say it: it is not the proxy itself who asks.
pub(super) fn client_address(options: &AppOptions, headers: &HeaderMap, peer: IpAddr) -> Option<IpAddr> {
    if options.proxies == 0 {
        return Some(peer);
    }
    // Each proxy adds whom it saw at the end; what stands before our own proxies' entries is what somebody said.
    let values = headers.get_all(FORWARDED_FOR).iter().map(|value| value.to_str().ok());
    let entries: Vec<&str> =
        values.collect::<Option<Vec<_>>>()?.into_iter().flat_map(|value| value.split(',')).collect();
    let index = entries.len().checked_sub(usize::from(options.proxies))?;
    read_address(entries.get(index)?.trim())
}

/// An address as proxies write it: some add a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// The name by which the server is asked; none if it is not said.
pub(super) fn host<'a>(options: &AppOptions, headers: &'a HeaderMap) -> Option<&'a str> {
    let forwarded = (options.proxies > 0).then(|| headers.get(FORWARDED_HOST)).flatten();
    forwarded.or_else(|| headers.get(header::HOST)).and_then(|host| host.to_str().ok())
}

/// Whether the server answers to a name. A page of another site that has given its own name our address would otherwise
/// be taken for ours.
pub(super) fn is_known_host(options: &AppOptions, host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    if authority.as_str().contains('@') {
        return false;
    }
    let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
    let is_address = read_address(&name).is_some();
    let is_under = |ending: &str| name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.'));
    let is_local = !name.contains('.') || LOCAL_ENDINGS.iter().any(|ending| is_under(ending));
    let is_listed = options.hosts.iter().any(|known| known.eq_ignore_ascii_case(&name));
    is_address || is_local || is_listed
}

/// What a page may connect to: this server, also where a browser does not count websockets to it as the same site.
pub(super) fn connect_sources(host: Option<&str>) -> String {
    match host.filter(|host| host.parse::<Authority>().is_ok()) {
        Some(host) => format!("'self' ws://{host} wss://{host}"),
        None => "'self'".to_owned(),
    }
}

/// Whether a request comes from this site, or from one that may use this server. A browser says from which site a
/// request comes. Programs that are no browsers say nothing, and have no cookies of others either.
pub(super) fn is_same_site(options: &AppOptions, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let site = origin.split_once("://").map(|(_, site)| site);
    is_listed_origin(options, origin) || site.is_some() && site == host(options, headers)
}

fn is_listed_origin(options: &AppOptions, origin: &str) -> bool {
    options.origins.iter().any(|other| other == origin)
}

/// The site that asks, if it is another one that may use this server.
pub(super) fn other_origin(options: &AppOptions, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    origin.to_str().is_ok_and(|origin| is_listed_origin(options, origin)).then(|| origin.clone())
}

/// The answer to a browser that asks whether a page of another site may send a request.
pub(super) fn preflight(method: &Method, headers: &HeaderMap, origin: Option<&HeaderValue>) -> Option<Response> {
    let asks = *method == Method::OPTIONS && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let allowed: [(HeaderName, &str); 3] = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, DELETE"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (asks && origin.is_some()).then(|| (StatusCode::NO_CONTENT, allowed).into_response())
}

/// Lets a page of another site read an answer.
pub(super) fn allow_origin(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(proxies: u8) -> AppOptions {
        AppOptions { proxies, hosts: vec!["play.example".to_owned()], ..AppOptions::default() }
    }

    fn named(values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (HeaderName::from_static(FORWARDED_FOR), value.parse().unwrap())).collect()
    }

    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn s9_who_asks_is_whom_the_outermost_of_our_proxies_saw() {
        let seen = |proxies: u8, values: &[&str]| {
            client_address(&behind(proxies), &named(values), PROXY).map(|address| address.to_string())
        };
        assert_eq!(seen(0, &["192.0.2.1"]).as_deref(), Some("127.0.0.1"), "no proxy: somebody's word");
        assert_eq!(seen(1, &["192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(seen(1, &["10.9.9.9, 192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(seen(2, &["10.9.9.9, 192.0.2.1", "192.0.2.7"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(seen(1, &["192.0.2.1:4711"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(seen(1, &["[2001:db8::1]:4711"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(seen(1, &["[2001:db8::1]"]).as_deref(), Some("2001:db8::1"));
        for odd in [&[][..], &[""], &["unknown"], &["192.0.2.1, _hidden"], &["\u{fc}"]] {
            assert_eq!(seen(1, odd), None, "{odd:?} is nobody, above all not the proxy");
        }
        assert_eq!(seen(2, &["192.0.2.1"]), None, "one proxy too few has said something");
    }

    #[test]
    fn s16_only_names_of_this_server_are_answered_to() {
        let known = |host: &str| is_known_host(&behind(0), host);
        for host in ["play.example", "PLAY.example:443", "play.example.", "localhost:3030", "[::1]:3030", "192.0.2.4"] {
            assert!(known(host), "{host}");
        }
        for host in ["mybox", "mybox:3030", "mybox.local", "a.b.lan"] {
            assert!(known(host), "{host}");
        }
        for host in
            ["evil.example", "evil.example:3030", "play.example.evil.example", "notlocal.evil", "a@localhost", ""]
        {
            assert!(!known(host), "{host}");
        }
    }

    #[test]
    fn s16_a_page_connects_to_this_server_only() {
        assert_eq!(connect_sources(Some("play.example")), "'self' ws://play.example wss://play.example");
        assert_eq!(connect_sources(Some("x; script-src *")), "'self'");
        assert_eq!(connect_sources(None), "'self'");
    }
}
