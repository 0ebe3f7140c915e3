//! Short links: created once per target, for public addresses only, and counted.
use std::time::Duration;

use contract::v1::*;
use http::Request;
use http_body_util::Full;
use serde_json::json;

use crate::support::*;

const TARGET: &str = "https://www.harborline.co/pool-rules?season=2026#hours";

fn create(url: &str) -> String {
    let encoded: String = url.bytes().map(|b| format!("%{b:02X}")).collect();
    format!("/attachments/createShortLink?url={encoded}")
}

async fn create_link(staff: &Staff<'_>, url: &str) -> String {
    staff.get(&create(url)).await.ok()["url"].as_str().unwrap().to_owned()
}

fn path(link: &str) -> &str {
    link.strip_prefix("https://parlor.example").unwrap()
}

on_both! {
    async fn a_short_link_redirects_to_its_target_and_counts_visits(server: TestServer) {
        let dana = server.harborline_admin().await;
        let link = create_link(&dana, TARGET).await;
        let code = path(&link).strip_prefix("/s/").unwrap().to_owned();
        assert_eq!(code.len(), 8);
        let mut following = Vec::new();
        for _ in 0..20 {
            following.push(server.rest("GET", path(&link), "", None));
        }
        for answer in futures::future::join_all(following).await {
            assert_eq!(answer.status, 302);
            assert_eq!(answer.headers["location"], TARGET);
            assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        }
        let head = Request::head(format!("http://{}{}", server.address, path(&link))).body(Full::default()).unwrap();
        assert_eq!(server.send(head).await.status, 302);
        let listed = dana.get("/attachments/shortLinks").await.ok();
        let [shown] = &listed["shortLinks"].as_array().unwrap()[..] else { panic!("one link") };
        assert_eq!((&shown["clicks"], &shown["target"], &shown["url"]), (&json!(20), &json!(TARGET), &json!(link)));
        assert_eq!((&shown["createdBy"], &shown["createdAt"]), (&json!("Dana Okafor"), &json!(server.now())));
    }

    async fn a_company_has_one_link_per_target_that_other_companies_cannot_see(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let nia = server.northgate_admin().await;
        let at_once = futures::future::join_all((0..10).map(|_| create_link(&dana, TARGET))).await;
        assert!(at_once.iter().all(|link| *link == at_once[0]));
        assert_eq!(create_link(&marcus, &TARGET.replace("https://www.h", "HTTPS://WWW.H")).await, at_once[0]);
        let theirs = create_link(&nia, TARGET).await;
        assert_ne!(theirs, at_once[0]);
        let listed = nia.get("/attachments/shortLinks").await.ok();
        assert_eq!(listed["shortLinks"].as_array().unwrap().len(), 1);
        let other = create_link(&dana, "https://example.com/").await;
        let first = dana.get("/attachments/shortLinks?limit=1").await.ok();
        assert_eq!(first["shortLinks"][0]["url"], other);
        let next = format!("/attachments/shortLinks?limit=1&pageToken={}", first["nextPageToken"].as_str().unwrap());
        assert_eq!(dana.get(&next).await.ok()["shortLinks"][0]["url"], at_once[0]);
    }

    async fn links_to_private_addresses_and_unsafe_urls_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        for url in [
            "javascript:alert(1)",
            "https://user:hush@example.com/",
            "http://127.0.0.1/",
            "http://[::ffff:7f00:1]/",
            "http://2130706433/",
            "http://localhost:8080/",
            "http://printer.local/",
            "https://parlor.example/s/abcdefgh",
            "harborline.co/pool",
            "",
        ] {
            let refused = dana.get(&create(url)).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["url".to_owned()]), "{url}");
        }
        assert_eq!(dana.get("/attachments/shortLinks").await.ok()["shortLinks"], json!([]));
        assert_eq!(server.rest("GET", &create(TARGET), "", None).await.status, 401, "creating a link needs a session");
    }

    async fn links_to_names_that_resolve_to_private_addresses_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        for name in [PRIVATE_NAME, HALF_PRIVATE_NAME] {
            for url in [format!("https://{name}/scan"), format!("http://{}:8080/", name.to_uppercase())] {
                let refused = dana.get(&create(&url)).await;
                assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["url".to_owned()]), "{url}");
            }
        }
        assert_eq!(dana.get("/attachments/shortLinks").await.ok()["shortLinks"], json!([]));
    }

    async fn a_name_that_did_not_resolve_is_resolved_again_when_the_link_is_followed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let [private, public, much_later, never] =
            [LATER_PRIVATE_NAME, LATER_PUBLIC_NAME, MUCH_LATER_PRIVATE_NAME, "not-there-yet.harborline.example"];
        let status = async |link: &str| server.rest("GET", path(link), "", None).await.status.as_u16();
        let [private, public, much_later, never] = [
            create_link(&dana, &format!("https://{private}/")).await,
            create_link(&dana, &format!("https://{public}/")).await,
            create_link(&dana, &format!("https://{much_later}/")).await,
            create_link(&dana, &format!("https://{never}/")).await,
        ];
        // The first result is kept: the addresses change after it.
        for _ in 0..3 {
            assert_eq!((status(&private).await, status(&public).await), (404, 302));
            server.clock.advance(Duration::from_secs(10));
        }
        // A failed attempt is repeated after 10 seconds.
        assert_eq!((status(&much_later).await, status(&much_later).await), (302, 302));
        server.clock.advance(Duration::from_secs(10));
        assert_eq!((status(&much_later).await, status(&never).await), (404, 302));
        let listed = dana.get("/attachments/shortLinks").await.ok();
        let clicks = |link: &str| {
            let links = listed["shortLinks"].as_array().unwrap();
            links.iter().find(|listed| listed["url"] == link).unwrap()["clicks"].clone()
        };
        assert_eq!([clicks(&private), clicks(&public), clicks(&much_later)], [json!(0), json!(3), json!(2)]);
    }

    async fn an_unknown_short_link_is_not_found(server: TestServer) {
        for code in ["abcdefgh", "x", "ABCDEFGH", "abcdefg%00", "%ff", "abcdefghi"] {
            let answer = server.rest("GET", &format!("/s/{code}"), "", None).await;
            assert_eq!(answer.status, 404, "{code}");
            assert!(!answer.headers.contains_key("location"));
        }
    }

    async fn a_user_can_create_at_most_60_links_per_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        for i in 0..60 {
            create_link(&dana, &format!("https://example.com/{i}")).await;
        }
        // An existing link is returned again.
        create_link(&dana, "https://example.com/59").await;
        let refused = dana.get(&create("https://example.com/60")).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_LINKS"));
        assert!(refused.headers.contains_key("retry-after"));
        create_link(&server.login("blaster@harborline.example").await, "https://example.com/60").await;
        server.clock.advance(Duration::from_secs(3601));
        create_link(&dana, "https://example.com/61").await;
    }

    async fn grpc_and_rest_return_the_same_links(server: TestServer) {
        let dana = server.harborline_admin().await;
        let link = create_link(&dana, TARGET).await;
        let request = CreateShortLinkRequest { url: TARGET.into(), campaign: String::new() };
        let grpc: CreateShortLinkResponse = dana.call("LinkService.CreateShortLink", &request).await;
        assert_eq!(grpc.url, link);
        let listed: ListShortLinksResponse =
            dana.call("LinkService.ListShortLinks", &ListShortLinksRequest::default()).await;
        assert_eq!((listed.short_links.len(), listed.short_links[0].url.as_str()), (1, link.as_str()));
    }
}
