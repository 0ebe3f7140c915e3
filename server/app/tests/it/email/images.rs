//! Remote images of emails, which Parlor fetches on request of staff.
use std::{
    io,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;

use super::*;

/// A PNG image of one pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A web server with an image, a redirect to it, a page that is not an image, and an address that never
/// responds.
struct Web {
    base: String,
    calls: Arc<Calls>,
    _server: LoopbackServer,
}

/// The paths of the requests.
type Calls = Mutex<Vec<String>>;

impl Web {
    async fn start() -> Self {
        let calls = Arc::<Calls>::default();
        let server = LoopbackServer::start(&calls, answer).await;
        Self { base: server.url(), calls, _server: server }
    }

    fn calls(&self) -> usize {
        lock(&self.calls).len()
    }
}

async fn answer(calls: Arc<Calls>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let path = request.uri().path().to_owned();
    assert!(!request.headers().contains_key("cookie") && !request.headers().contains_key("referer"));
    lock(&calls).push(path.clone());
    let answer = Response::builder();
    let (answer, body) = match path.as_str() {
        "/pixel.png" => (answer, STANDARD.decode(PIXEL).unwrap()),
        "/moved" => (answer.status(302).header("location", "/pixel.png"), vec![]),
        "/file" => (answer.status(302).header("location", "file:///etc/passwd"), vec![]),
        "/page" => (answer, b"<script>alert(1)</script>".to_vec()),
        "/silent" => std::future::pending().await,
        _ => (answer.status(404), vec![]),
    };
    Ok(answer.body(Full::new(Bytes::from(body))).unwrap())
}

/// Delivers an email with images at these addresses. Returns the IDs of its thread and the email.
async fn with_images(staff: &Staff<'_>, addresses: &[String]) -> (String, String) {
    let images: String = addresses.iter().map(|address| format!("<img src=\"{address}\" alt=Map>")).collect();
    let html = format!("<p>See</p>{images}");
    let raw = email("Subject: Map\r\nMIME-Version: 1.0\r\nContent-Type: text/html", &html);
    let thread_id = thread_of(&deliver(staff, raw).await);
    let message = thread(staff, &thread_id).await["messages"][0].clone();
    assert_eq!(message["blockedImageCount"], addresses.len());
    (thread_id, message["_id"].as_str().unwrap().to_owned())
}

async fn load(staff: &Staff<'_>, id: &str) -> Vec<Value> {
    let loaded = staff.post(&format!("/emails/{id}/images"), json!({})).await.ok();
    loaded["images"].as_array().unwrap().clone()
}

on_both! {
    async fn remote_images_are_fetched_once_and_only_on_request(server: TestServer) {
        let web = Web::start().await;
        let dana = server.harborline_admin().await;
        let at = |path: &str| format!("{}{path}", web.base);
        let addresses = [at("/pixel.png"), at("/moved"), at("/page"), at("/none"), at("/file")];
        let (thread_id, id) = with_images(&dana, &addresses).await;
        thread(&dana, &thread_id).await;
        assert_eq!(web.calls(), 0, "no image is fetched before staff ask for it");
        let images = load(&dana, &id).await;
        let shown: Vec<bool> = images.iter().map(|image| image["url"] != "").collect();
        assert_eq!(shown, [true, true, false, false, false]);
        let link = images[1]["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap().to_owned();
        let file = server.rest("GET", &link, "", None).await;
        assert_eq!(file.headers["content-type"], "image/png");
        assert_ne!(file.bytes, STANDARD.decode(PIXEL).unwrap(), "the image is re-encoded");
        let calls = web.calls();
        load(&dana, &id).await;
        assert_eq!(web.calls(), calls + 3, "only images that failed to load are fetched again");
        server.later(std::time::Duration::from_secs(16 * 60)).await;
        assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
    }

    async fn loaded_images_are_kept_when_other_image_servers_do_not_respond(server: TestServer) {
        let web = Web::start().await;
        let dana = server.harborline_admin().await;
        let mut addresses = vec![format!("{}/pixel.png", web.base)];
        addresses.extend((0..12).map(|n| format!("{}/silent?{n}", web.base)));
        let (_, id) = with_images(&dana, &addresses).await;
        let images = load(&dana, &id).await;
        assert_eq!(images.iter().filter(|image| image["url"] != "").count(), 1);
        assert_ne!(images[0]["url"], "");
    }
}
