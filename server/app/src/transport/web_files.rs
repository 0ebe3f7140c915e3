//! Serves the files of the web app: embedded in a release binary, from `web/dist` in development, or from a folder.
use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use platform::config::is_origin;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = "*.map"]
#[exclude = ".vite/*"]
struct Dist;

/// File of a build that lists the other origins that it calls, one per line. Missing if there are none.
const ORIGINS: &str = "origins.txt";

/// A build of the web app.
#[derive(Clone)]
pub struct Web {
    /// The folder of the build; `None` for the build in the program.
    folder: Option<Arc<Path>>,
    policy: HeaderValue,
}

impl Web {
    /// Opens the build in a folder, or the one in the program.
    ///
    /// # Errors
    /// A message for the operator if the folder has no build, or the build calls an invalid origin.
    pub fn open(folder: Option<PathBuf>) -> Result<Self, String> {
        let folder: Option<Arc<Path>> = folder.map(Into::into);
        if let Some(folder) = &folder
            && !folder.join("index.html").is_file()
        {
            return Err(format!("PARLOR_WEB_DIR is \"{}\"; no index.html is there", folder.display()));
        }
        let mut web = Self { folder, policy: HeaderValue::from_static("") };
        let origins =
            web.read(ORIGINS).map_or_else(String::new, |bytes| String::from_utf8_lossy(&bytes).into_owned());
        web.policy = policy(&origins)?;
        Ok(web)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let Some(folder) = &self.folder else { return Some(Dist::get(path)?.data.into_owned()) };
        // Refuses parent folders, hidden files and source maps.
        let plain = |part: Component| matches!(part, Component::Normal(name) if !name.as_encoded_bytes().starts_with(b"."));
        let path = Path::new(path);
        let shown = path.components().all(plain) && path.extension().is_none_or(|ending| ending != "map");
        if shown { std::fs::read(folder.join(path)).ok() } else { None }
    }

    /// Returns a file, or the app's page for one of its routes. The page sets `cookie`. API calls with an unknown path
    /// do not get the page.
    pub fn serve(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        cookie: impl FnOnce() -> Option<HeaderValue>,
    ) -> Option<Response> {
        if method != Method::GET && method != Method::HEAD {
            return None;
        }
        let path = uri.path().trim_start_matches('/');
        if let Some(file) = self.read(path).filter(|_| !path.is_empty()) {
            return Some(self.answer(path, file));
        }
        // A missing file is not found; any other path is a route of the app.
        let is_call = !path.is_empty() && is_call(headers);
        if is_call || path.starts_with("assets/") || path.contains('.') {
            return None;
        }
        let mut app = match self.read("index.html") {
            Some(file) => self.answer("index.html", file),
            None => (StatusCode::NOT_FOUND, "The web app is not built. Run: make build").into_response(),
        };
        if let Some(cookie) = cookie() {
            app.headers_mut().insert(header::SET_COOKIE, cookie);
            // The cookie is for one browser only.
            app.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        }
        Some(app)
    }

    /// Like [`asset`], but searches the folder that is served instead, if there is one.
    pub fn asset(&self, begins: &str, ends: &str) -> Option<String> {
        let Some(folder) = &self.folder else { return asset(begins, ends) };
        let files = std::fs::read_dir(folder.join("assets")).ok()?;
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        names.map(|name| format!("assets/{name}")).find(|path| is_asset(path, begins, ends))
    }

    fn answer(&self, path: &str, bytes: Vec<u8>) -> Response {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        // Names of assets change with their content.
        let keep =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut response = Response::new(Body::from(bytes));
        let headers = response.headers_mut();
        if let Ok(kind) = HeaderValue::from_str(kind.as_ref()) {
            headers.insert(header::CONTENT_TYPE, kind);
        }
        for (name, value) in [
            (header::CACHE_CONTROL, keep),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "same-origin"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        response
    }
}

/// Whether a request is a call of the API: it has a credential or asks for JSON. A browser that opens a page has
/// neither. Basic authentication may be that of a proxy.
fn is_call(headers: &HeaderMap) -> bool {
    let starts_with = |name: &str, text: &[u8]| {
        let value = headers.get(name).map(HeaderValue::as_bytes).and_then(|value| value.get(..text.len()));
        value.is_some_and(|value| value.eq_ignore_ascii_case(text))
    };
    headers.contains_key("usertoken")
        || starts_with("authorization", b"Bearer ")
        || starts_with("accept", b"application/json")
}

/// Returns the content security policy: everything from Parlor's own origin, no inline scripts, and calls only to
/// Parlor and the build's own origins.
fn policy(origins: &str) -> Result<HeaderValue, String> {
    let mut connect = "'self'".to_owned();
    for origin in origins.lines() {
        if !is_origin(origin) || origin.contains([';', ',', '\'']) {
            return Err(format!("The web was built to call \"{origin}\", which is no origin"));
        }
        connect.push(' ');
        connect.push_str(origin);
    }
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self' data:; connect-src {connect}; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).map_err(|e| e.to_string())
}

/// Returns the path of the built file whose name starts with `begins` and ends with `ends`. The part in between is a
/// hash of the content.
pub fn asset(begins: &str, ends: &str) -> Option<String> {
    Dist::iter().map(|path| path.into_owned()).find(|path| is_asset(path, begins, ends))
}

fn is_asset(path: &str, begins: &str, ends: &str) -> bool {
    let name = path.strip_prefix("assets/").and_then(|name| name.strip_prefix(begins));
    name.and_then(|rest| rest.strip_suffix(ends)).is_some_and(|middle| middle.len() == 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_security_policy_allows_only_the_origins_of_the_build() {
        let plain = policy("").expect("it is one");
        assert!(plain.to_str().expect("it is text").contains("connect-src 'self';"));
        let two = policy("https://bot.example\nhttps://other.example:8443\n").expect("it is there");
        assert!(
            two.to_str()
                .expect("it is text")
                .contains("connect-src 'self' https://bot.example https://other.example:8443;")
        );
        for no_origin in ["*", "https://a.example/path", "https://a.example; script-src *", "data:", " "] {
            assert!(policy(no_origin).is_err(), "{no_origin}");
        }
    }

    #[test]
    fn only_public_files_of_the_build_folder_are_served() {
        let folder = tempfile::tempdir().expect("there is room");
        std::fs::write(folder.path().join("secret"), "no").expect("there is room");
        let dist = folder.path().join("dist");
        std::fs::create_dir_all(dist.join(".vite")).expect("there is room");
        for name in ["index.html", "app.js", "app.js.map", ".vite/manifest.json"] {
            std::fs::write(dist.join(name), "here").expect("there is room");
        }
        let web = Web::open(Some(dist.clone())).expect("it is there");
        assert_eq!(web.read("app.js").expect("it is there"), b"here");
        for hidden in
            ["../secret", "/etc/hostname", "a/../../secret", ".vite/manifest.json", "app.js.map", "gone.js"]
        {
            assert!(web.read(hidden).is_none(), "{hidden}");
        }
        assert!(Web::open(Some(folder.path().into())).is_err(), "there is no build");
    }

    #[test]
    fn only_browsers_get_the_page_for_an_unknown_path() {
        let folder = tempfile::tempdir().expect("there is room");
        std::fs::write(folder.path().join("index.html"), "here").expect("there is room");
        let web = Web::open(Some(folder.path().into())).expect("it is there");
        for (name, value, gets_page) in [
            ("accept", "text/html,application/xhtml+xml,*/*;q=0.8", true),
            ("authorization", "Basic dXNlcjpwYXNz", true),
            ("authorization", "bearer token", false),
            ("usertoken", "token", false),
            ("accept", "application/json, text/plain, */*", false),
        ] {
            let headers = HeaderMap::from_iter([(
                header::HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )]);
            let page = web.serve(&Method::GET, &Uri::from_static("/users/nowhere"), &headers, || None);
            assert_eq!(page.is_some(), gets_page, "{name}: {value}");
        }
    }
}
