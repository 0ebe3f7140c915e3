//! Companies that hide their answers: the calls of the knowledge base are refused to their staff, and the calls that it
//! shares with other screens are not.
use serde_json::json;

use crate::support::*;

const LARKSPUR: &str = "/textCommunities/community/community-larkspur-commons";
const LARKSPUR_NUMBER: &str = "+15035550111";
/// What the knowledge base reads.
const READ: [&str; 7] = [
    "answers",
    "answers/export",
    "removedAnswers",
    "contradictions",
    "coverage",
    "answers/none/versions",
    "asked",
];
/// What the knowledge base changes.
const CHANGED: [&str; 5] = ["answers", "answers/import", "answers/undo", "accounts", "personaPreview"];

/// Sets the options of Northgate, which does not use the v3 webhook.
async fn set_options(server: &TestServer, options: &[&str]) {
    let operator = server.login("admin@parlor.example").await;
    let body = json!({ "dashboard_options": options, "updateMask": "dashboardOptions" });
    operator.patch("/admin/companies/company-northgate", body).await.ok();
}

/// Returns whether calls are refused because the user has no screen that makes them.
async fn are_refused(staff: &Staff<'_>, read: &[&str], changed: &[&str]) -> Vec<bool> {
    let mut refused = Vec::new();
    for path in read {
        let answer = staff.get(&format!("{LARKSPUR}/{path}")).await;
        refused.push((answer.status.as_u16(), answer.reason()) == (400, "SCREEN_NOT_AVAILABLE".into()));
    }
    for path in changed {
        let answer = staff.post(&format!("{LARKSPUR}/{path}"), json!({})).await;
        refused.push((answer.status.as_u16(), answer.reason()) == (400, "SCREEN_NOT_AVAILABLE".into()));
    }
    refused
}

/// Returns how many answers the calls return that return a community.
async fn included_answers(staff: &Staff<'_>) -> Vec<usize> {
    let count = |answer: Answer, list: &str| {
        answer.ok()["textCommunity"][list].as_array().map(Vec::len).unwrap_or_default()
    };
    let tag = "/textCommunities/tag/Larkspur%20Commons?includeAnswers=true&includeCompanyAnswers=true";
    vec![
        count(staff.get(&format!("{LARKSPUR}?includeAnswers=true")).await, "answers"),
        count(staff.get(tag).await, "answers"),
        count(staff.get(tag).await, "companyAnswers"),
        count(
            staff
                .post("/text_community/fetch", json!({ "text_community": "community-larkspur-commons" }))
                .await,
            "answers",
        ),
    ]
}

on_both! {
    async fn hidden_answers_are_refused_to_managers_and_administrators(server: TestServer) {
        let theo = server.login("manager@northgate.example").await;
        let ingrid = server.northgate_admin().await;
        set_options(&server, &["TW"]).await;
        assert_eq!(are_refused(&theo, &READ, &CHANGED).await, [false; 12]);
        assert!(included_answers(&theo).await.iter().all(|count| *count > 0));
        set_options(&server, &["TW", "HIDE_ANSWERS"]).await;
        assert_eq!(are_refused(&theo, &READ, &CHANGED).await, [true; 12]);
        assert_eq!(included_answers(&theo).await, [0; 4]);
        assert_eq!(included_answers(&ingrid).await, [0; 4]);
        // Administrators see how many questions have answers, but not the answers.
        let expected = READ.map(|path| path != "coverage");
        assert_eq!(are_refused(&ingrid, &READ, &[]).await, expected);
        // A status of 401 or 403 would have logged the browser out.
        theo.get("/users/token").await.ok();
    }

    async fn calls_of_other_screens_go_on_where_answers_are_hidden(server: TestServer) {
        let theo = server.login("manager@northgate.example").await;
        let ingrid = server.northgate_admin().await;
        set_options(&server, &["HIDE_ANSWERS"]).await;
        // The test window replaces the knowledge base.
        theo.get("/textCommunities/turbo-communities").await.ok();
        theo.get(&format!("{LARKSPUR}/testCases")).await.ok();
        let text = json!({ "from": "+12025550142", "to": LARKSPUR_NUMBER, "body": "When is the pool open?" });
        theo.post("/handset/messages", text).await.ok();
        theo.get("/handset/messages?phone=%2B12025550142").await.ok();
        // The administration edits word replacements, and undoes what it added from a catalog.
        let persona = json!({ "newReplacement": { "originalText": "lobby", "newText": "front hall" } });
        ingrid.put(&format!("{LARKSPUR}/model/persona"), persona.clone()).await.ok();
        ingrid.post(&format!("{LARKSPUR}/answers/undo"), json!({})).await.ok();
        let refused = theo.put(&format!("{LARKSPUR}/model/persona"), persona).await;
        assert_eq!(refused.reason(), "SCREEN_NOT_AVAILABLE");
    }

    async fn turbo_shows_the_answers_of_a_company_that_hides_them_on_the_knowledge_base(server: TestServer) {
        let theo = server.login("manager@northgate.example").await;
        set_options(&server, &["HIDE_ANSWERS", "TURBO_TEST_VIEW_ENABLED"]).await;
        assert_eq!(are_refused(&theo, &READ, &CHANGED).await, [false; 12]);
        assert!(included_answers(&theo).await.iter().all(|count| *count > 0));
    }
}
