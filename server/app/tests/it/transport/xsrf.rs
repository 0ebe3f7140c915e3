//! Cross-site request forgery: pages of other sites cannot act for a user, regardless of the cookies that a
//! browser sends.
use app::transport::ServerEdge;
use http::Request;
use http_body_util::Full;
use prost_types::method_options::IdempotencyLevel;
use serde_json::json;
use tonic::Code;

use crate::support::*;

const MISMATCH: (Code, &str) = (Code::FailedPrecondition, "XSRF_MISMATCH");

/// Returns the page at an address for a browser with these cookies.
async fn page(server: &TestServer, path: &str, cookies: &str) -> Answer {
    let request = Request::get(format!("http://{}{path}", server.address)).header("cookie", cookies);
    server.send(request.body(Full::default()).unwrap()).await
}

/// Returns the cookie that the page sets.
fn cookie_of(page: &Answer) -> Option<String> {
    page.headers.get("set-cookie").map(|cookie| cookie.to_str().unwrap().to_owned())
}

on_both! {
    async fn writes_must_repeat_the_xsrf_cookie_on_every_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        let training = method("CommunityService.SetTraining");
        let body = json!({ "id": HARBOR_ROW, "isTraining": true });
        let session = ("usertoken", dana.token.as_str());
        for transport in TRANSPORTS {
            let call = async |cookie: &str, repeated: Option<&str>| {
                let mut headers = vec![session, ("cookie", cookie)];
                headers.extend(repeated.map(|value| ("x-xsrf-token", value)));
                server.by(transport, &training, &headers, &body).await
            };
            for (cookie, repeated) in [
                ("XSRF-TOKEN=abc", None),
                ("XSRF-TOKEN=abc", Some("")),
                ("XSRF-TOKEN=abc", Some("abcd")),
                ("XSRF-TOKEN=abc", Some("ABC")),
                ("theme=dark; XSRF-TOKEN=abc; lang=en", Some("XSRF-TOKEN=abc")),
                ("XSRF-TOKEN=", None),
            ] {
                let result = call(cookie, repeated).await;
                assert_eq!(result.refusal(), MISMATCH, "{transport:?} {cookie} {repeated:?}");
                assert!(result.message.contains("Reload it"), "{}", result.message);
            }
            call("theme=dark; XSRF-TOKEN=abc; lang=en", Some("abc")).await.ok();
            call("XSRF-TOKEN=tossed; XSRF-TOKEN=abc", Some("abc")).await.ok();
            // Other names are other cookies.
            call("NOT-XSRF-TOKEN=abc; xsrf-token=abc", None).await.ok();
            server.by(transport, &training, &[session], &body).await.ok();
        }
    }

    async fn a_page_sets_the_xsrf_cookie_that_calls_repeat(server: TestServer) {
        let dana = server.harborline_admin().await;
        let cookie = cookie_of(&page(&server, "/login", "theme=dark").await).expect("a cookie");
        let (pair, attributes) = cookie.split_once(';').unwrap();
        let (name, value) = pair.split_once('=').unwrap();
        assert_eq!((name, value.len(), attributes), ("XSRF-TOKEN", 64, " Path=/; SameSite=Strict"));
        let training = method("CommunityService.SetTraining");
        let body = json!({ "id": HARBOR_ROW, "isTraining": false });
        let headers = [("usertoken", dana.token.as_str()), ("cookie", pair), ("x-xsrf-token", value)];
        server.by(Transport::GrpcWeb, &training, &headers, &body).await.ok();
        // The cookie is kept, and every browser gets a different one.
        assert_eq!(cookie_of(&page(&server, "/", pair).await), None);
        assert_ne!(cookie_of(&page(&server, "/", "").await), Some(cookie));
        // The page could not repeat a cookie of that name from another program.
        assert!(cookie_of(&page(&server, "/", "XSRF-TOKEN=eyJpdiI6%3D").await).is_some());
        // Calls and files set no cookie.
        for path in ["/healthz", "/users/token", "/favicon.ico", "/assets/nothing.js"] {
            assert_eq!(cookie_of(&page(&server, path, "").await), None, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exactly_the_methods_with_side_effects_check_the_xsrf_cookie() {
    let server = TestServer::open(Engine::Sqlite).await;
    for method in methods() {
        let level = method.method_descriptor_proto().options.as_ref().unwrap().idempotency_level();
        let result = match method.is_server_streaming() {
            true => continue,
            false => server.by(Transport::Grpc, &method, &[("cookie", "XSRF-TOKEN=abc")], &json!({})).await,
        };
        let reads = level == IdempotencyLevel::NoSideEffects;
        assert_eq!(result.refusal() != MISMATCH, reads, "{}: {result:?}", short(&method));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_xsrf_cookie_is_secure_over_https() {
    let server =
        TestServer::with_edge(ServerEdge { https: true, ..ServerEdge::default() }, Engine::Sqlite).await;
    let cookie = cookie_of(&page(&server, "/", "").await).expect("a cookie");
    assert!(cookie.ends_with("; Path=/; SameSite=Strict; Secure"), "{cookie}");
}
