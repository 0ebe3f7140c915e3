//! Stored files and links to them.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use http::Request;
use http_body_util::Full;

use crate::support::*;

const EXPORT: &str = "/textConversations/escalations/user/export";

/// Exports a file of the company. Returns the path of its link.
async fn export_file(dana: &Staff<'_>) -> String {
    let url = dana.get(EXPORT).await.ok()["escalationsFileLinkObj"]["url"].as_str().unwrap().to_owned();
    url.strip_prefix("https://parlor.example").expect("the public address, never the caller's").to_owned()
}

on_both! {
    async fn a_file_link_works_once_without_a_session_and_repeatedly_for_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        let link = export_file(&dana).await;
        let nonexistent = server.rest("GET", "/files/nothing", "", None).await;
        assert_eq!(server.rest("HEAD", &link, "", None).await.status, 200, "a HEAD request does not use up the link");
        let visits = futures::future::join_all((0..20).map(|_| server.rest("GET", &link, "", None))).await;
        let (opened, refused): (Vec<_>, Vec<_>) = visits.iter().partition(|answer| answer.status == 200);
        assert_eq!((opened.len(), refused.len()), (1, 19));
        assert!(opened[0].bytes.starts_with(b"\xef\xbb\xbf"));
        for answer in refused {
            assert_eq!((answer.status.as_u16(), answer.reason()), (404, nonexistent.reason()));
        }
        assert_eq!(server.rest("HEAD", &link, "", None).await.status, 404);
        for _ in 0..2 {
            assert_eq!(server.rest("GET", &link, &dana.token, None).await.status, 200);
        }
        let nia = server.northgate_admin().await;
        assert_eq!(server.rest("GET", &link, &nia.token, None).await.status, 404);
        let unused = export_file(&dana).await;
        assert_eq!(server.rest("GET", &unused, &dana.token, None).await.status, 200);
        assert_eq!(server.rest("GET", &unused, "", None).await.status, 200, "a call with a session does not use up the link");
    }

    async fn a_file_link_expires_after_15_minutes_and_the_file_is_sandboxed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let link = export_file(&dana).await;
        let file = server.rest("GET", &link, &dana.token, None).await;
        assert_eq!(file.status, 200);
        for (name, value) in [
            ("content-type", "text/csv; charset=utf-8"),
            ("content-disposition", "attachment; filename=\"escalations-2026-03-02.csv\""),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'none'"),
        ] {
            assert_eq!(file.headers[name], value);
        }
        server.clock.advance(Duration::from_millis(15 * 60 * 1000 - 1));
        assert_eq!(server.rest("GET", &link, &dana.token, None).await.status, 200);
        server.clock.advance(Duration::from_millis(1));
        assert_eq!(server.rest("GET", &link, &dana.token, None).await.status, 404);
        assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
        server.later(Duration::from_secs(3_600)).await;
        let mut tx = server.db.platform_read().await.unwrap();
        let left: (i64,) = tx.query("SELECT count(*) FROM file WHERE company_id = 'company-harborline'").one().await.unwrap();
        assert_eq!(left.0, 0, "the expired file is deleted");
        assert!(server.objects.list_after("", 10).await.unwrap().is_empty(), "the object of the expired file is deleted");
    }

    async fn an_invalid_file_link_looks_like_an_unknown_path(server: TestServer) {
        let dana = server.harborline_admin().await;
        let link = export_file(&dana).await;
        let nonexistent = server.rest("GET", "/nobody/knows/this.csv", "", None).await;
        let refusal = |answer: Answer| {
            let mut json = answer.json();
            json.as_object_mut().unwrap().remove("requestId");
            (answer.status, json["message"].clone(), answer.reason())
        };
        let nothing = refusal(nonexistent);
        let token = link.strip_prefix("/files/").unwrap();
        let parts: Vec<&str> = token.split('~').collect();
        let [company, id, until, signature] = parts[..] else { panic!("{token}") };
        let later = (until.parse::<i64>().unwrap() + 3_600_000).to_string();
        for forged in [
            format!("company-northgate~{id}~{until}~{signature}"),
            format!("{company}~01JNB5W0000000000000000000~{until}~{signature}"),
            format!("{company}~{id}~{later}~{signature}"),
            format!("{company}~{id}~{until}~{}", BASE64.encode([0; 32]).replace('/', "_")),
            format!("{company}~{id}~{until}~"),
            format!("{company}~{id}~{until}"),
            format!("~{token}"),
            "nothing".to_owned(),
            "%00".to_owned(),
            "%ff".to_owned(),
        ] {
            let answer = server.rest("GET", &format!("/files/{forged}"), "", None).await;
            assert_eq!(answer.status, 404, "{forged}");
            assert_eq!(refusal(answer), nothing, "{forged}");
        }
        // A signed-in user can open a file that is restricted to their company.
        assert_eq!(server.rest("GET", &link, &dana.token, None).await.status, 200);
        let nia = server.northgate_admin().await;
        assert_eq!(refusal(server.rest("GET", &link, &nia.token, None).await), nothing);
        assert_eq!(refusal(server.rest("GET", &link, "no-token", None).await), nothing);
        let posted = Request::post(format!("http://{}{link}", server.address)).body(Full::default()).unwrap();
        assert_eq!(server.send(posted).await.status, 405, "links are followed, not called");
    }
}
