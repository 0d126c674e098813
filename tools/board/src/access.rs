//! Which requests come from the own page.
//!
//! A page of any website can send requests to this computer, and a name server can give this computer's address to a
//! website's name (DNS rebinding). So requests must name this server as their host; a socket, to which the browser's
//! same-origin policy does not apply, must also have the own page as its origin and know a secret that only this page
//! has been told.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// What identifies requests of the own page.
pub struct Access {
    /// The hosts of this server, as `name:port`.
    hosts: [String; 3],
    token: String,
}

impl Access {
    /// The access to a server at a port of this computer, with a new random token.
    pub fn new(port: u16) -> Result<Access, getrandom::Error> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret)?;
        let token = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        Ok(Access { hosts, token })
    }

    /// The secret that the page is told: 32 hexadecimal digits.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request names this server as its host.
    pub fn is_own_host(&self, headers: &HeaderMap) -> bool {
        single(headers, HOST.as_str()).is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Whether a request comes from a page of this server. Browsers always send the origin when a socket is opened.
    pub fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        let host = single(headers, ORIGIN.as_str()).and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Whether this is the token, compared in a time that does not depend on the text.
    pub fn is_token(&self, text: &str) -> bool {
        let differences = text.bytes().zip(self.token.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
        text.len() == self.token.len() && differences == 0
    }
}

/// The value of a header that occurs exactly once.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_request_names_this_server() {
        let access = Access::new(8000).expect("random numbers");
        for own in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"] {
            assert!(access.is_own_host(&headers(&[(HOST, own)])), "{own}");
        }
        for other in ["127.0.0.1", "127.0.0.1:80", "evil.example:8000", "127.0.0.1:8000.evil.example", ""] {
            assert!(!access.is_own_host(&headers(&[(HOST, other)])), "{other}");
        }
        assert!(!access.is_own_host(&headers(&[])));
        assert!(!access.is_own_host(&headers(&[(HOST, "127.0.0.1:8000"), (HOST, "evil.example:8000")])));
    }

    #[test]
    fn a_socket_is_opened_by_the_own_page() {
        let access = Access::new(8000).expect("random numbers");
        assert!(access.is_own_origin(&headers(&[(ORIGIN, "http://127.0.0.1:8000")])));
        for other in ["http://evil.example", "https://127.0.0.1:8000", "http://127.0.0.1:8001", "null", ""] {
            assert!(!access.is_own_origin(&headers(&[(ORIGIN, other)])), "{other}");
        }
        assert!(!access.is_own_origin(&headers(&[])));
    }

    #[test]
    fn every_server_has_its_own_token() {
        let [one, other] = [(); 2].map(|()| Access::new(8000).expect("random numbers"));
        assert!(one.is_token(one.token()) && one.token().len() == 32);
        let (first, rest) = one.token().split_at(1);
        let changed = format!("{}{rest}", if first == "0" { "1" } else { "0" });
        for wrong in [other.token(), "", &one.token()[1..], &format!("{}0", one.token()), &changed] {
            assert!(!one.is_token(wrong), "{wrong}");
        }
    }
}
