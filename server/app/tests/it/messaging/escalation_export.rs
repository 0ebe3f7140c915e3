//! Export of escalations to a file for a spreadsheet.
use contract::v1::*;
use serde_json::json;

use crate::support::*;

const EXPORT: &str = "/textConversations/escalations/user/export";
const PHONE: &str = "+12025550173";

/// Returns the rows of the file behind a link, by column heading.
pub async fn rows(server: &TestServer, url: &str) -> Vec<std::collections::HashMap<String, String>> {
    let path = url.strip_prefix("https://parlor.example").unwrap();
    let file = server.rest("GET", path, "", None).await;
    assert_eq!(file.status, 200);
    let text = file.bytes.strip_prefix(b"\xef\xbb\xbf").expect("a mark that it is UTF-8");
    csv::Reader::from_reader(text).deserialize().map(Result::unwrap).collect()
}

/// Returns the escalations in a user's lists.
async fn listed(staff: &Staff<'_>) -> Vec<String> {
    let mut ids = Vec::new();
    for reviewed in [false, true] {
        let path = format!("/textConversations/escalations/user?limit=200&reviewed={reviewed}");
        let page = staff.get(&path).await.ok();
        ids.extend(
            page["escalations"].as_array().unwrap().iter().map(|e| e["_id"].as_str().unwrap().to_owned()),
        );
    }
    ids.sort();
    ids
}

on_both! {
    async fn the_export_has_exactly_the_escalations_that_the_caller_can_list(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let nia = server.northgate_admin().await;
        let mut seen = Vec::new();
        for staff in [&dana, &marcus, &nia] {
            let link = staff.get(EXPORT).await.ok()["escalationsFileLinkObj"].clone();
            let rows = rows(&server, link["url"].as_str().unwrap()).await;
            assert_eq!(link["rowCount"], rows.len());
            let mut ids: Vec<_> = rows.iter().map(|row| row["Id"].clone()).collect();
            let times: Vec<_> = rows.iter().map(|row| row["Asked at (UTC)"].clone()).collect();
            assert!(times.is_sorted_by(|a, b| a >= b), "newest first");
            ids.sort();
            assert_eq!(ids, listed(staff).await);
            seen.push(ids);
        }
        assert!(seen[1].len() < seen[0].len() && seen[1].iter().all(|id| seen[0].contains(id)));
        assert!(seen[2].iter().all(|id| !seen[0].contains(id)));
    }

    async fn a_row_describes_the_outcome_of_the_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin, or \"airship\",\non the roof").await.ok();
        let id = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        let answer = json!({ "answer": "Not on the roof’s edge.", "bot_trained": true, "question": "Airships?" });
        dana.post(&format!("/textConversations/escalations/{id}"), answer).await.ok();
        let link = dana.get(EXPORT).await.ok()["escalationsFileLinkObj"].clone();
        assert_eq!(link["expiresAt"], "2026-03-02T15:15:00Z");
        let rows = rows(&server, link["url"].as_str().unwrap()).await;
        let row = rows.iter().find(|row| row["Id"] == id).unwrap();
        for (heading, text) in [
            ("Asked at (UTC)", "2026-03-02T15:00:00Z"),
            ("Community", "Harbor Row"),
            ("State", "Answered"),
            ("Question", "Airships?"),
            ("Answer", "Not on the roof’s edge."),
            ("Reviewed by", "Dana Okafor"),
            ("Bot trained", "yes"),
            ("Priority", "Normal"),
            ("Emergency", "no"),
            ("Dismissed as", ""),
        ] {
            assert_eq!(row[heading], text, "{heading}");
        }
    }

    async fn formulas_in_cells_are_escaped(server: TestServer) {
        let dana = server.harborline_admin().await;
        for text in [
            "=HYPERLINK(\"http://evil.example\",\"zeppelin\")",
            "+1 zeppelin",
            "-2+3 zeppelin",
            "@SUM(zeppelin)",
            "\u{200b}\u{a0}=SUM(zeppelin)",
        ] {
            dana.text(PHONE, HARBOR_ROW_NUMBER, text).await.ok();
        }
        let link = dana.get(EXPORT).await.ok()["escalationsFileLinkObj"]["url"].as_str().unwrap().to_owned();
        let rows = rows(&server, &link).await;
        assert!(rows.iter().any(|row| row["Question"].starts_with("'=HYPERLINK(")));
        for cell in rows.iter().flat_map(|row| row.values()) {
            let shown = cell.trim_start_matches([' ', '\u{a0}', '\u{200b}', '\t', '\r']);
            assert!(!shown.starts_with(['=', '+', '-', '@']), "{cell}");
        }
    }

    async fn grpc_exports_the_same_rows_and_exports_are_rate_limited(server: TestServer) {
        let dana = server.harborline_admin().await;
        let rest = dana.get(EXPORT).await.ok()["escalationsFileLinkObj"].clone();
        let grpc: ExportEscalationsResponse =
            dana.call("EscalationService.ExportEscalations", &ExportEscalationsRequest {}).await;
        let grpc = grpc.escalations_file_link_obj.unwrap();
        assert_eq!(rest["rowCount"], grpc.row_count);
        assert_eq!(rows(&server, &grpc.url).await, rows(&server, rest["url"].as_str().unwrap()).await);
        for _ in 0..18 {
            dana.get(EXPORT).await.ok();
        }
        let refused = dana.get(EXPORT).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_EXPORTS"));
        let blaster = server.login("blaster@harborline.example").await;
        assert_eq!(blaster.get(EXPORT).await.reason(), "SCREEN_NOT_AVAILABLE");
    }
}
