//! The page that websites show in a frame.
use super::*;

const WEBSITE: &str = "https://www.harborrow.example";

async fn page(server: &TestServer, key: &str) -> Answer {
    server.rest("GET", &format!("/chat/{key}"), "", None).await
}

/// Returns a header of a response; empty if it has none.
fn header(answer: &Answer, name: &str) -> String {
    answer.headers.get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
}

/// Returns a directive of a page's Content-Security-Policy.
fn directive(page: &Answer, name: &str) -> String {
    let policy = header(page, "content-security-policy");
    let rest = policy.split(';').find_map(|part| part.trim().strip_prefix(name));
    rest.map(|rest| rest.trim().to_owned()).unwrap_or_default()
}

on_both! {
    async fn only_allowed_websites_can_show_the_page(server: TestServer) {
        let dana = server.harborline_admin().await;
        let settings = change_site(&dana, HARBOR_ROW, json!({ "allowedOrigins": { "origins": [WEBSITE, "https://harborrow.example"] } })).await;
        let key = text(&settings, "key");
        let shown = page(&server, &key).await;
        assert_eq!(shown.status, 200);
        assert!(header(&shown, "content-type").starts_with("text/html"), "{shown:?}");
        assert_eq!(directive(&shown, "frame-ancestors"), format!("'self' https://harborrow.example {WEBSITE}"));
        for (name, value) in [
            ("default-src", "'none'"),
            ("script-src", "'self'"),
            ("connect-src", "'self'"),
            ("base-uri", "'none'"),
            ("form-action", "'none'"),
        ] {
            assert_eq!(directive(&shown, name), value, "{name}");
        }
        for (name, value) in [
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", ""),
            ("set-cookie", ""),
        ] {
            assert_eq!(header(&shown, name), value, "{name}");
        }
        // A change holds at once.
        change_site(&dana, HARBOR_ROW, json!({ "allowedOrigins": { "origins": [] } })).await;
        assert_eq!(directive(&page(&server, &key).await, "frame-ancestors"), "'self'");
    }

    async fn the_page_contains_no_text_of_users(server: TestServer) {
        let dana = server.harborline_admin().await;
        let change = json!({ "title": "<script>alert(1)</script>", "greeting": "<b>Hello</b>" });
        let settings = change_site(&dana, HARBOR_ROW, change).await;
        let shown = page(&server, &text(&settings, "key")).await;
        let html = String::from_utf8(shown.bytes.to_vec()).unwrap();
        assert!(!html.contains("alert(1)") && !html.contains("<b>Hello"), "{html}");
    }

    async fn an_unknown_disabled_or_withdrawn_chat_has_the_same_page(server: TestServer) {
        let dana = server.harborline_admin().await;
        let rosalind = server.login("admin@parlor.example").await;
        let key = text(&site(&dana, HARBOR_ROW).await, "key");
        let unknown = page(&server, &"0".repeat(32)).await;
        let assert_unknown = async |case: &str| {
            let shown = page(&server, &key).await;
            assert_eq!(shown.status, 404, "{case}");
            assert_eq!(shown.bytes, unknown.bytes, "{case}");
            for name in ["content-security-policy", "cache-control", "content-type"] {
                assert_eq!(header(&shown, name), header(&unknown, name), "{case}: {name}");
            }
        };
        assert_eq!(unknown.status, 404);
        for odd in ["x", "%00", "%F0%9F%92%AC", &"0".repeat(3_000)] {
            assert_eq!(page(&server, odd).await.status, 404, "{odd}");
        }
        change_site(&dana, HARBOR_ROW, json!({ "isEnabled": false })).await;
        assert_unknown("disabled").await;
        change_site(&dana, HARBOR_ROW, json!({ "isEnabled": true })).await;
        assert_eq!(page(&server, &key).await.status, 200);

        let company = "/admin/companies/company-harborline";
        rosalind.patch(company, json!({ "dashboard_options": ["TEXT_BLAST"] })).await.ok();
        assert_unknown("the option was withdrawn").await;
        rosalind.patch(company, json!({ "dashboard_options": ["TEXT_BLAST", "WEBCHAT"] })).await.ok();
        assert_eq!(page(&server, &key).await.status, 200);

        let deleted = format!("/admin/textCommunities/{HARBOR_ROW}?reason=Sold+to+another+company");
        dana.delete(&deleted).await.ok();
        assert_unknown("deleted").await;
    }
}
