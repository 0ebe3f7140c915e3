//! Export and import of a community's answers, and undoing an import.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const IMPORT: &str = "AnswerFileService.ImportAnswers";
const MAST: &str = "Where is the zeppelin mooring mast?";
const PERMIT: &str = "second+parking+permit";
const PHONE: &str = "+12025550187";

fn path(rest: &str) -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/answers{rest}")
}

fn import_body(bytes: impl AsRef<[u8]>, with: Value) -> Value {
    let mut body = with;
    body["data"] = json!(STANDARD.encode(bytes));
    body
}

async fn import(staff: &Staff<'_>, bytes: impl AsRef<[u8]>, with: Value) -> Answer {
    staff.post(&path("/import"), import_body(bytes, with)).await
}

async fn undo(staff: &Staff<'_>, changes: &Value) -> Value {
    staff.post(&path("/undo"), json!({ "changes": changes })).await.ok()
}

/// Returns all answers, sorted by ID.
async fn answers(staff: &Staff<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    let mut token = String::new();
    loop {
        let page = staff.get(&path(&format!("?limit=200&pageToken={token}"))).await.ok();
        all.extend(page["answers"].as_array().unwrap().clone());
        token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
        if token.is_empty() {
            all.sort_by_key(|answer| answer["_id"].to_string());
            return all;
        }
    }
}

async fn found(staff: &Staff<'_>, words: &str) -> Value {
    staff.get(&path(&format!("?query={words}"))).await.ok()["answers"][0].clone()
}

async fn versions(staff: &Staff<'_>, answer: &Value) -> Vec<Value> {
    let id = answer["_id"].as_str().unwrap();
    let all = staff.get(&path(&format!("/{id}/versions"))).await.ok();
    all["versions"].as_array().unwrap().clone()
}

fn counts(result: &Value) -> [i64; 6] {
    ["added", "changed", "unchanged", "kept", "unanswered", "rejectedCount"]
        .map(|count| result[count].as_i64().unwrap())
}

/// Returns the content of an answer, without author and time.
fn words(answer: &Value) -> Value {
    let mut words = answer.clone();
    for field in ["version", "updatedBy", "updatedAt", "_id"] {
        words.as_object_mut().unwrap().remove(field);
    }
    words
}

on_both! {
    async fn importing_an_export_changes_nothing(server: TestServer) {
        let dana = server.harborline_admin().await;
        let unusual = json!({
            "question": "=Where is the \"mast\"?", "answer": "'=1+1\r\nBehind the office;\nask \"Ana\", then go.",
            "samples": ["-mast", "hi\n\nthe mast?"], "source": "§ 9, \"rules\"", "validUntil": "2027-01-31",
        });
        dana.post(&path(""), unusual).await.ok();
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/catalog"), json!({ "catalog": "COMPANY" })).await.ok();
        let before = answers(&dana).await;
        let out = dana.get(&path("/export")).await.ok();
        assert_eq!(out["name"], "Harbor Row answers.csv");
        let csv = out["csv"].as_str().unwrap();
        let trail = dana.get("/admin/audit").await.ok();
        let result = import(&dana, csv, json!({})).await.ok();
        assert_eq!(counts(&result), [0, 0, i64::try_from(before.len()).unwrap(), 0, 0, 0], "{result}");
        assert_eq!(result["changes"], json!([]));
        assert_eq!(answers(&dana).await, before);
        assert_eq!(dana.get("/admin/audit").await.ok(), trail);
        let grpc = export_over_grpc(&server, &dana).await;
        assert_same(&out, &grpc);
    }

    async fn a_dry_run_previews_an_import_that_is_then_applied_as_one_change(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let permit = found(&dana, PERMIT).await;
        let (question, count) = (permit["question"].as_str().unwrap(), answers(&dana).await.len());
        let file = format!("question,answer,other ways to ask it,holds until\n{question},Ask the desk.,zeppelin sticker,12/31/2026\n{MAST},Behind the office.,,\n");
        let dry_run = import(&marcus, &file, json!({ "dryRun": true })).await.ok();
        assert_eq!(counts(&dry_run), [1, 1, 0, 0, 0, 0]);
        assert_eq!(dry_run["changes"], json!([]));
        let [changed, added] = [0, 1].map(|at| dry_run["differences"][at].clone());
        assert_eq!((&changed["before"], &changed["after"]["answer"]), (&permit, &json!("Ask the desk.")));
        assert_eq!((&changed["after"]["samples"], &changed["after"]["validUntil"]), (&json!(["zeppelin sticker"]), &json!("2026-12-31")));
        assert_eq!((added.get("before"), &added["after"]["_id"], &added["after"]["category"]), (None, &json!(""), &json!("General Information")));
        assert_eq!(answers(&dana).await.len(), count, "nothing is changed");

        // A colleague changes an answer in the meantime, so the import would differ from its preview.
        let elsewhere = dana.patch(&path(&format!("/{}", permit["_id"].as_str().unwrap())), json!({ "source": "§ 1" })).await.ok();
        let late = import(&marcus, &file, json!({ "preview": dry_run["preview"] })).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "ANSWERS_CHANGED"));
        let preview = import(&marcus, &file, json!({ "dryRun": true })).await.ok()["preview"].clone();
        let result = import(&marcus, &file, json!({ "preview": preview })).await.ok();
        assert_eq!((&result["preview"], result["changes"].as_array().unwrap().len()), (&preview, 2));

        let now = found(&dana, PERMIT).await;
        assert_eq!((&now["answer"], &now["source"], &now["version"], &now["updatedBy"]), (&json!("Ask the desk."), &json!("§ 1"), &json!(3), &json!("Marcus Bell")));
        let history = versions(&dana, &now).await;
        let causes: Vec<_> = history.iter().map(|version| version["cause"].as_str().unwrap()).collect();
        assert_eq!(causes, ["IMPORT", "EDIT", "BEFORE"]);
        assert_eq!(history[1]["source"], elsewhere["answer"]["source"]);
        let mast = found(&dana, "zeppelin+mooring").await;
        assert_eq!(versions(&dana, &mast).await[0]["cause"], "IMPORT");
        let trail = dana.get("/admin/audit").await.ok()["entries"][0].clone();
        assert_eq!((&trail["action"], &trail["summary"]), (&json!("ANSWERS_IMPORTED"), &json!("Imported a file of answers into Harbor Row: 1 new, 1 changed.")));
        // The next question finds the new answer.
        dana.text(PHONE, HARBOR_ROW_NUMBER, MAST).await.ok();
        assert!(dana.last_text(PHONE).await.contains("Behind the office."));
    }

    async fn a_workbook_is_imported_like_a_csv_file(server: TestServer) {
        let dana = server.harborline_admin().await;
        let bytes = workbook(&[
            &["Category", "Question", "Answer", "Sample questions", "Expires on"],
            &["Pets", "May I keep a llama & a goat?", "No.", "llama ok?\nany goats", "2026-12-31"],
            &["Pets", "", "Nothing."],
        ]);
        let result = import(&dana, bytes, json!({})).await.ok();
        assert_eq!(counts(&result), [1, 0, 0, 0, 0, 1], "{result}");
        assert_eq!(result["rejected"][0]["line"], 3);
        let llama = found(&dana, "llama").await;
        assert_eq!((&llama["category"], &llama["samples"], &llama["validUntil"]), (&json!("Pets"), &json!(["llama ok?", "any goats"]), &json!("2026-12-31")));
    }

    async fn invalid_lines_are_rejected_by_number_and_the_rest_is_imported(server: TestServer) {
        let dana = server.harborline_admin().await;
        let file = format!(
            "question,answer,category,expires on\r\n{MAST},\"Behind\r\nthe office.\",,\r\n,No question.,,\r\n{MAST},Twice.,,\r\nLong?,{},,\r\nSoon?,Yes.,,soon\r\nWaits?,,,\r\nBroken?,#REF!,,\r\n",
            "x".repeat(4_001)
        );
        let result = import(&dana, &file, json!({})).await.ok();
        assert_eq!(counts(&result), [1, 0, 0, 0, 1, 5], "{result}");
        let rejected: Vec<_> = result["rejected"].as_array().unwrap().iter().map(|line| (line["line"].as_i64().unwrap(), line["reason"].as_str().unwrap())).collect();
        for ((line, reason), (at, words)) in rejected.iter().zip([
            (4, "Enter one in the column question"), (5, "Line 2 already has this question"),
            (6, "more than 4000 characters"), (7, "such as 2026-12-31"), (9, "formula failed"),
        ]) {
            assert!(*line == at && reason.contains(words), "{line}: {reason}");
        }
        assert_eq!(found(&dana, "zeppelin").await["answer"], "Behind\nthe office.");
    }

    async fn invalid_files_are_refused_without_effect(server: TestServer) {
        let dana = server.harborline_admin().await;
        // One cell of 3 MB, and as many quotation marks as fit.
        let cell = format!("question,answer\n{MAST},{}\n", "y".repeat(3 << 20));
        let result = import(&dana, &cell, json!({})).await.ok();
        assert_eq!(counts(&result), [0, 0, 0, 0, 0, 1]);
        for (bytes, words) in [
            (b"PK\x03\x04 and nothing".to_vec(), "cannot be read"),
            (vec![0; 40], "neither CSV nor XLSX"),
            (b"category,answer\nPets,No.\n".to_vec(), "no column \"question\""),
            (b"question,answer\nA?,\"Yes.\nB?,No.\n".to_vec(), "Line 2: a quotation mark opens a cell"),
            (b"question,answer\n".iter().chain(b"a,b\n".repeat(2_001).iter()).copied().collect(), "more than 2,000 lines"),
            (vec![b'"'; (2 << 20) + 1], "a quotation mark opens a cell"),
            (vec![b'a'; (5 << 20) + 1], "larger than 5 MB"),
        ] {
            let refused = import(&dana, bytes, json!({})).await;
            assert_eq!(refused.fields(), ["data"], "{words}");
            let details = refused.json()["details"].to_string().replace('\\', "");
            assert!(details.contains(words), "{words}: {details}");
        }
    }

    async fn a_large_import_returns_some_differences_and_counts_toward_the_limit(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = answers(&dana).await;
        let long = "z".repeat(3_900);
        let lines: String = (0..1_100).map(|n| format!("Question {n}?,{long} {n},way {n} to ask it\n")).collect();
        let file = format!("question,answer,samples\n{lines}");
        assert!(file.len() > 4 << 20);
        let result = import(&dana, &file, json!({})).await.ok();
        assert_eq!(counts(&result), [1_100, 0, 0, 0, 0, 0]);
        let returned = result["differences"].as_array().unwrap().len();
        assert!((1..=200).contains(&returned) && result["differences"].to_string().len() < 3 << 20, "{returned}");
        assert_eq!(answers(&dana).await.len(), before.len() + 1_100);
        let more: String = (0..1_000).map(|n| format!("More {n}?,yes\n")).collect();
        let full = import(&dana, format!("question,answer\n{more}"), json!({ "dryRun": true })).await;
        assert_eq!(full.reason(), "TOO_MANY_ANSWERS");
        assert_eq!(undo(&dana, &result["changes"]).await, json!({ "undone": 1_100, "keptCount": 0, "kept": [] }));
        assert_eq!(answers(&dana).await, before);
    }

    async fn keep_answered_keeps_existing_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let permit = found(&dana, PERMIT).await;
        let file = format!("question,answer\n{},Ask the desk.\n{MAST},Behind the office.\n", permit["question"].as_str().unwrap());
        let result = import(&dana, &file, json!({ "keepAnswered": true })).await.ok();
        assert_eq!(counts(&result), [1, 0, 0, 1, 0, 0]);
        assert_eq!(found(&dana, PERMIT).await, permit);
    }

    async fn undoing_an_import_keeps_answers_that_were_edited_since(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = answers(&dana).await;
        let (permit, trash) = (found(&dana, PERMIT).await, found(&dana, "trash").await);
        let question = |answer: &Value| answer["question"].as_str().unwrap().to_owned();
        let file = format!(
            "question,answer,other ways to ask it\n{},Ask the desk.,zeppelin sticker\n{},On Mars.,\n{MAST},Behind the office.,\nQuaggas?,Yes.,\nGnus?,Soon.,\n",
            question(&permit), question(&trash)
        );
        let result = import(&dana, &file, json!({})).await.ok();
        assert_eq!(counts(&result), [3, 2, 0, 0, 0, 0]);
        let [another, gone] = ["quaggas", "gnus"].map(|words| found(&dana, words));
        let (another, gone) = (another.await, gone.await);
        for edited in [&trash, &another] {
            dana.patch(&path(&format!("/{}", edited["_id"].as_str().unwrap())), json!({ "answer": "Mine." })).await.ok();
        }
        dana.delete(&path(&format!("/{}", gone["_id"].as_str().unwrap()))).await.ok();
        let undone = undo(&dana, &result["changes"]).await;
        assert_eq!((&undone["undone"], &undone["keptCount"]), (&json!(2), &json!(3)));
        assert_eq!(undone["kept"], json!([question(&trash), "Quaggas?", "Gnus?"]));
        assert_eq!(words(&found(&dana, PERMIT).await), words(&permit));
        assert_eq!(found(&dana, "trash").await["answer"], "Mine.");
        let now = answers(&dana).await;
        assert_eq!(now.len(), before.len() + 1, "the edited answer is kept");
        assert!(!now.iter().any(|answer| answer["question"] == MAST));
        let history = versions(&dana, &permit).await;
        let causes: Vec<_> = history.iter().map(|version| version["cause"].as_str().unwrap()).collect();
        assert_eq!(causes, ["UNDO", "IMPORT", "BEFORE"]);
        assert_eq!(dana.get("/admin/audit").await.ok()["entries"][0]["action"], "ANSWER_CHANGES_UNDONE");
        // A second undo has no effect.
        assert_eq!(undo(&dana, &result["changes"]).await["undone"], 0);
        // Nor has the undo of a version that never existed.
        for version in [i64::MIN, 0, i64::MAX] {
            let invented = json!([{ "answerId": permit["_id"], "version": version }]);
            assert_eq!(undo(&dana, &invented).await["keptCount"], 1, "{version}");
        }
        assert_eq!(answers(&dana).await, now);
    }

    async fn undoing_an_added_catalog_keeps_questions_that_were_answered_since(server: TestServer) {
        let dana = server.harborline_admin().await;
        let catalog = format!("/textCommunities/community/{HARBOR_ROW}/catalog");
        let add = || dana.post(&catalog, json!({}));
        let before = answers(&dana).await;
        let added = add().await.ok();
        let count = added["added"].as_i64().unwrap();
        assert_eq!(added["changes"].as_array().unwrap().len(), usize::try_from(count).unwrap());
        let waiting = dana.get(&path("?answered=false&limit=1")).await.ok()["answers"][0].clone();
        dana.patch(&path(&format!("/{}", waiting["_id"].as_str().unwrap())), json!({ "answer": "Yes." })).await.ok();
        let undone = undo(&dana, &added["changes"]).await;
        assert_eq!(undone, json!({ "undone": count - 1, "keptCount": 1, "kept": [waiting["question"]] }));
        assert_eq!(answers(&dana).await.len(), before.len() + 1);
        let removed = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}/removedAnswers")).await.ok();
        assert_eq!(removed["answers"], json!([]), "only unanswered questions were removed");
        let again = add().await.ok();
        assert_eq!(again["added"], count - 1);
        undo(&dana, &again["changes"]).await;
        assert_eq!(answers(&dana).await.len(), before.len() + 1);
    }

    async fn an_import_can_be_replayed_on_recent_questions_first(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, MAST).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "when is trash day").await.ok();
        let trash = found(&dana, "trash").await;
        let file = format!("question,answer\n{MAST},Behind the office.\nQuaggas?,Yes.\n{},Never.\n", trash["question"].as_str().unwrap());
        let replay = format!("/textCommunities/community/{HARBOR_ROW}/replay");
        let before = answers(&dana).await;
        let replayed = dana.post(&replay, import_body(&file, json!({}))).await.ok();
        let differences = replayed["differences"].as_array().unwrap();
        assert_eq!(differences.len(), 1, "{replayed}");
        assert_eq!((&differences[0]["text"], &differences[0]["change"], &differences[0]["after"]), (&json!(MAST), &json!("ANSWERED"), &json!(MAST)));
        assert!(replayed["reworded"].as_i64().unwrap() >= 1, "{replayed}");
        let kept = dana.post(&replay, import_body(&file, json!({ "keepAnswered": true }))).await.ok();
        assert_eq!((&kept["differenceCount"], &kept["reworded"]), (&json!(1), &json!(0)));
        assert_eq!(answers(&dana).await, before, "nothing is changed");
        assert_eq!(dana.post(&replay, import_body("a,b\n1,2\n", json!({}))).await.fields(), ["data"]);
        // The import matches its preview.
        import(&dana, &file, json!({})).await.ok();
        dana.text("+12025550186", HARBOR_ROW_NUMBER, MAST).await.ok();
        assert!(dana.last_text("+12025550186").await.contains("Behind the office."));
    }

    async fn importing_needs_access_to_the_community_and_others_look_nonexistent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let ingrid = server.northgate_admin().await;
        let blaster = server.login("blaster@harborline.example").await;
        let file = format!("question,answer\n{MAST},Behind the office.\n");
        let changes = import(&marcus, &file, json!({})).await.ok()["changes"].clone();
        let refused_with = |answer: Answer| (answer.status.as_u16(), answer.json()["message"].as_str().unwrap().to_owned());
        let none = (404, "There is no such community.".to_owned());
        for community in [HARBOR_ROW, "community-nowhere"] {
            let of = format!("/textCommunities/community/{community}/answers");
            assert_eq!(refused_with(ingrid.get(&format!("{of}/export")).await), none);
            for dry_run in [true, false] {
                assert_eq!(refused_with(ingrid.post(&format!("{of}/import"), import_body(&file, json!({ "dryRun": dry_run }))).await), none);
            }
            assert_eq!(refused_with(ingrid.post(&format!("{of}/undo"), json!({ "changes": changes })).await), none);
            let grpc = server.rpc(IMPORT, &ingrid.token, import_body(&file, json!({ "communityId": community }))).await;
            assert_eq!(refused(&grpc), (Code::NotFound, "NOT_FOUND".to_owned()));
        }
        let osprey = "/textCommunities/community/community-osprey-lake/answers";
        assert_eq!(refused_with(marcus.get(&format!("{osprey}/export")).await), none);
        assert_eq!(refused_with(marcus.post(&format!("{osprey}/import"), import_body(&file, json!({}))).await), none);
        for answer in [blaster.get(&path("/export")).await, import(&blaster, &file, json!({})).await] {
            assert_eq!(answer.reason(), "SCREEN_NOT_AVAILABLE");
        }
        // An answer of another community is not found here.
        let of = "/textCommunities/community/community-the-meridian/answers";
        let foreign = dana.post(&format!("{of}/undo"), json!({ "changes": changes })).await;
        assert_eq!(refused_with(foreign), (404, "There is no such answer.".to_owned()));
        assert_eq!(undo(&marcus, &changes).await["undone"], 1);
    }
}

async fn export_over_grpc(server: &TestServer, staff: &Staff<'_>) -> Value {
    response_json(
        &server
            .rpc("AnswerFileService.ExportAnswers", &staff.token, json!({ "communityId": HARBOR_ROW }))
            .await,
    )
}
