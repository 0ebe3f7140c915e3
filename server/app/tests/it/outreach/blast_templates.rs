//! Blast templates of a company.
use serde_json::json;

use super::*;

const BODY: &str = "{{community}}: Hi {{first_name|neighbor}}, the pool is closed.";

async fn names(staff: &Staff<'_>) -> Vec<String> {
    let listed = staff.get("/blastTemplates").await.ok();
    let templates = listed["templates"].as_array().unwrap().iter();
    templates.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn templates_are_kept_by_name_with_their_merge_fields(server: TestServer) {
        let dana = server.harborline_admin().await;
        assert_eq!(names(&dana).await, ["Elevator out", "Package room full", "Water shutoff"]);
        let saved = dana.post("/blastTemplates", json!({ "name": " Pool   closed ", "body": BODY })).await.ok()["template"].clone();
        assert_eq!((&saved["name"], &saved["body"]), (&json!("Pool closed"), &json!(BODY)));
        let path = format!("/blastTemplates/{}", saved["_id"].as_str().unwrap());
        let again = dana.post("/blastTemplates", json!({ "name": "POOL closed", "body": BODY })).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "BLAST_TEMPLATE_EXISTS"));
        let taken = dana.put(&path, json!({ "name": "water SHUTOFF", "body": BODY })).await;
        assert_eq!(taken.reason(), "BLAST_TEMPLATE_EXISTS");
        for (name, body, field) in [
            ("\u{200b} \u{202e}", BODY, "name"),
            ("Gym", "\u{200b}", "body"),
            ("Gym", "Hi {{nickname|you}}", "body"),
        ] {
            for reply in [
                dana.post("/blastTemplates", json!({ "name": name, "body": body })).await,
                dana.put(&path, json!({ "name": name, "body": body })).await,
            ] {
                assert_eq!(reply.fields(), [field], "{name}: {body}");
            }
        }
        let changed = dana.put(&path, json!({ "name": "Gym closed", "body": "The gym is closed." })).await.ok();
        assert_eq!(changed["template"]["body"], "The gym is closed.");
        // The restricted view has the company's templates; another company does not.
        let blaster = server.login("blaster@harborline.example").await;
        assert_eq!(names(&blaster).await, ["Elevator out", "Gym closed", "Package room full", "Water shutoff"]);
        blaster.delete(&path).await.ok();
        assert_eq!(dana.delete(&path).await.status, 404);
        assert_eq!(names(&dana).await.len(), 3);
        let trail = dana.get("/admin/audit").await.ok()["entries"].clone();
        let of = |action: &str| trail.as_array().unwrap().iter().filter(|entry| entry["action"] == action).count();
        let counts = ["CREATED", "UPDATED", "DELETED"].map(|what| of(&format!("BLAST_TEMPLATE_{what}")));
        assert_eq!(counts, [1, 1, 1], "{trail}");
    }

    async fn a_company_has_at_most_two_hundred_templates(server: TestServer) {
        let dana = server.harborline_admin().await;
        for nth in 0..194 {
            dana.post("/blastTemplates", json!({ "name": format!("Text {nth}"), "body": BODY })).await.ok();
        }
        // Also if several are created at once.
        let create = |nth: i32| dana.post("/blastTemplates", json!({ "name": format!("More {nth}"), "body": BODY }));
        let last = futures::future::join_all((0..8).map(create)).await;
        let refused: Vec<_> = last.iter().filter(|answer| answer.status != 200).collect();
        assert_eq!(refused.len(), 5);
        assert!(refused.iter().all(|answer| answer.reason() == "TOO_MANY_BLAST_TEMPLATES"));
        assert_eq!(refused[0].status, 400);
        assert_eq!(names(&dana).await.len(), 200);
    }
}
