//! Catalogs: a draft is edited, published and rolled back, and new communities start with the published
//! questions.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::{
    messaging::twilio::{text_from, twilio_for},
    support::*,
};

const CREATE: &str = "/admin/textCommunities/create/company/company-harborline";

async fn rosalind(server: &TestServer) -> Staff<'_> {
    server.login("admin@parlor.example").await
}

/// Creates a manager of the company that runs the platform.
async fn ann(server: &TestServer) -> Staff<'_> {
    let manager = json!({
        "email": "manager@parlor.example", "password": PASSWORD, "first_name": "Ann", "last_name": "Lee",
        "role": "Leasing",
    });
    rosalind(server).await.post("/users", manager).await.ok();
    server.login("manager@parlor.example").await
}

async fn read(staff: &Staff<'_>) -> Value {
    staff.get("/catalogs").await.ok()
}

fn intents<'a>(catalogs: &'a Value, catalog: &str) -> Vec<&'a Value> {
    catalogs["intents"].as_array().unwrap().iter().filter(|it| it["catalog"] == catalog).collect()
}

fn find<'a>(catalogs: &'a Value, key: &str) -> Option<&'a Value> {
    catalogs["intents"].as_array().unwrap().iter().find(|it| it["key"] == key)
}

fn key(it: &Value) -> String {
    it["key"].as_str().unwrap().to_owned()
}

/// Edits the current draft.
async fn edit(staff: &Staff<'_>, mut body: Value) -> Answer {
    body["version"] = read(staff).await["draft"]["version"].clone();
    staff.post("/catalogs/draft", body).await
}

async fn act(staff: &Staff<'_>, path: &str, mut body: Value) -> Answer {
    body["version"] = read(staff).await["draft"]["version"].clone();
    staff.post(&format!("/catalogs/{path}"), body).await
}

/// Creates a community. Returns the questions that it starts with.
async fn create_and_list_questions(staff: &Staff<'_>, label: &str, code: &str) -> Vec<String> {
    let body =
        json!({ "label": label, "escalationEmail": "office@quarry.example", "vantaca_assoc_code": code });
    let made = staff.post(CREATE, body).await.ok();
    let path =
        format!("/textCommunities/community/{}/answers", made["textCommunity"]["_id"].as_str().unwrap());
    let (mut all, mut token) = (vec![], String::new());
    loop {
        let page = staff.get(&format!("{path}?limit=200&pageToken={token}")).await.ok();
        all.extend(
            page["answers"].as_array().unwrap().iter().map(|a| a["question"].as_str().unwrap().to_owned()),
        );
        token = page["nextPageToken"].as_str().unwrap().to_owned();
        if token.is_empty() {
            return all;
        }
    }
}

fn zeppelin() -> Value {
    json!({ "add": {
        "catalog": "FINE", "category": "Parking", "title": "Mooring a zeppelin",
        "samples": ["where do i tie up my zeppelin"], "merged": "parking-permits",
    } })
}

fn file(text: &str) -> String {
    STANDARD.encode(text)
}

on_both! {
    async fn new_communities_start_with_the_published_catalog_version(server: TestServer) {
        let (rosalind, dana) = (rosalind(&server).await, server.harborline_admin().await);
        let merged = key(intents(&read(&rosalind).await, "MERGED")[0]);
        let mut new = zeppelin();
        new["add"]["merged"] = json!(merged);
        let added = edit(&rosalind, new).await.ok();
        assert_eq!((&added["draft"]["changes"], &added["draft"]["can_undo"]), (&json!(1), &Value::Null));
        assert_eq!(added["draft"]["canUndo"], true);
        assert_eq!(added["differences"][0]["changes"], json!(["ADDED"]));
        // Communities do not use the draft.
        let before = create_and_list_questions(&dana, "Quarry Bend", "QB1").await;
        assert!(!before.contains(&"Mooring a zeppelin".to_owned()));

        let published = act(&rosalind, "publish", json!({ "note": "Zeppelins" })).await.ok();
        assert_eq!((&published["published"]["number"], &published["draft"]["changes"]), (&json!(2), &json!(0)));
        assert_eq!(published["published"]["publishedBy"], "Rosalind Achebe");
        let with = create_and_list_questions(&dana, "Quarry Hill", "QB2").await;
        assert!(with.contains(&"Mooring a zeppelin".to_owned()));
        assert_eq!(with.len(), before.len() + 1);
        let none = act(&rosalind, "publish", json!({ "note": "Again" })).await;
        assert_eq!((none.status.as_u16(), none.reason().as_str()), (400, "NOTHING_TO_PUBLISH"));

        let back = act(&rosalind, "rollBack", json!({ "number": 1 })).await.ok();
        assert_eq!((&back["published"]["number"], &back["published"]["restored"]), (&json!(3), &json!(1)));
        assert_eq!(create_and_list_questions(&dana, "Quarry Lake", "QB3").await, before);
        let versions = rosalind.get("/catalogs/versions").await.ok();
        let notes: Vec<_> = versions["versions"].as_array().unwrap().iter().map(|v| (v["number"].clone(), v["note"].clone())).collect();
        assert_eq!(notes, [
            (json!(3), json!("Back to version 1.")),
            (json!(2), json!("Zeppelins")),
            (json!(1), json!("The initial catalogs.")),
        ]);
        let other = rosalind.get("/catalogs/compare?fromVersion=1&toVersion=2").await.ok();
        assert_eq!(other["differences"].as_array().unwrap().len(), 1);
        assert_eq!(other["differences"][0]["after"]["title"], "Mooring a zeppelin");
        let same = rosalind.get("/catalogs/compare?fromVersion=1&toVersion=3").await.ok();
        assert_eq!(same["differences"], json!([]));
        let trail = rosalind.get("/admin/audit").await.ok();
        let actions: Vec<_> = trail["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
        assert_eq!(actions[..3], ["CATALOG_ROLLED_BACK", "CATALOG_PUBLISHED", "CATALOG_EDITED"]);
    }

    async fn only_platform_users_see_catalogs_and_only_administrators_edit_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        for refused in [dana.get("/catalogs").await, dana.get("/catalogs/versions").await] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SCREEN_NOT_AVAILABLE"));
        }
        let ann = ann(&server).await;
        let version = read(&ann).await["draft"]["version"].clone();
        let mut new = zeppelin();
        new["version"] = version.clone();
        for refused in [
            ann.post("/catalogs/draft", new).await,
            ann.post("/catalogs/publish", json!({ "version": version, "note": "Mine" })).await,
            ann.post("/catalogs/rollBack", json!({ "version": version, "number": 1 })).await,
        ] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "PLATFORM_ADMINISTRATORS_ONLY"));
        }
        assert_eq!(read(&ann).await["draft"]["changes"], 0);
    }

    async fn merging_intents_combines_their_samples_and_coverage(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let before = read(&rosalind).await;
        let (one, other) = (intents(&before, "MERGED")[0].clone(), intents(&before, "MERGED")[1].clone());
        let keys = json!([one["key"], other["key"]]);
        let covered = intents(&before, "FINE").iter().filter(|it| it["merged"] == other["key"]).count();
        assert!(covered > 0);
        let too_many = edit(&rosalind, json!({ "merge": { "keys": keys } })).await;
        assert_eq!(too_many.status, 400, "six samples do not fit");
        let samples = json!([one["samples"][0], other["samples"][0]]);
        let merge = json!({ "merge": { "keys": keys, "title": "One for both", "samples": samples } });
        let mut dry = merge.clone();
        dry["dryRun"] = json!(true);
        let would = edit(&rosalind, dry).await.ok();
        assert_eq!(read(&rosalind).await, before, "nothing is changed");
        let did = edit(&rosalind, merge).await.ok();
        assert_eq!(would["differences"], did["differences"]);
        let mappings = did["differences"].as_array().unwrap().iter().filter(|d| d["changes"] == json!(["MAPPING"])).count();
        assert_eq!(mappings, covered);
        let gone = did["differences"].as_array().unwrap().iter().find(|d| d["before"]["key"] == other["key"]).unwrap();
        assert_eq!((&gone["changes"], &gone["into"]["title"]), (&json!(["MERGED"]), &json!("One for both")));
        let after = read(&rosalind).await;
        assert_eq!(find(&after, &key(&one)).unwrap()["title"], "One for both");
        assert_eq!(find(&after, &key(&one)).unwrap()["samples"], samples);
        assert!(find(&after, &key(&other)).is_none());
        assert!(intents(&after, "FINE").iter().all(|it| it["merged"] != other["key"]));

        let undone = act(&rosalind, "draft/undo", json!({})).await.ok();
        assert_eq!((&undone["draft"]["changes"], &undone["draft"]["canUndo"]), (&json!(0), &json!(false)));
        assert_eq!(read(&rosalind).await["intents"], before["intents"]);
        let nothing = act(&rosalind, "draft/undo", json!({})).await;
        assert_eq!((nothing.status.as_u16(), nothing.reason().as_str()), (400, "NOTHING_TO_UNDO"));
    }

    async fn splitting_an_intent_distributes_its_samples_and_coverage(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let before = read(&rosalind).await;
        let whole = intents(&before, "MERGED").into_iter().find(|it| it["samples"].as_array().unwrap().len() > 1).unwrap().clone();
        let fine: Vec<String> = intents(&before, "FINE").iter().filter(|it| it["merged"] == whole["key"]).map(|it| key(it)).collect();
        let split = json!({ "split": { "key": whole["key"], "parts": [
            { "title": "The first half", "samples": [whole["samples"][0]] },
            { "title": "The second half", "samples": [whole["samples"][1]], "covers": [fine[0]] },
        ] } });
        let did = edit(&rosalind, split).await.ok();
        assert_eq!(did["key"], whole["key"]);
        let after = read(&rosalind).await;
        let second = intents(&after, "MERGED").into_iter().find(|it| it["title"] == "The second half").unwrap();
        assert!(key(second).starts_with("the-second-half-"));
        assert_eq!(find(&after, &key(&whole)).unwrap()["title"], "The first half");
        assert_eq!(find(&after, &fine[0]).unwrap()["merged"], second["key"]);
        for stayed in &fine[1..] {
            assert_eq!(find(&after, stayed).unwrap()["merged"], whole["key"]);
        }
    }

    async fn an_edit_of_an_outdated_draft_is_refused(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let mut late = zeppelin();
        let version = read(&rosalind).await["draft"]["version"].clone();
        late["version"] = version.clone();
        late["add"]["merged"] = json!("");
        rosalind.post("/catalogs/draft", late.clone()).await.ok();
        late["add"]["title"] = json!("Mooring a second zeppelin");
        late["dryRun"] = json!(true);
        for refused in [
            rosalind.post("/catalogs/draft", late).await,
            rosalind.post("/catalogs/publish", json!({ "version": version, "note": "Late" })).await,
            rosalind.post("/catalogs/draft/discard", json!({ "version": version })).await,
        ] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (409, "DRAFT_CHANGED"));
        }
        // Publishing an older version would silently discard the change.
        let refused = act(&rosalind, "rollBack", json!({ "number": 1 })).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "DRAFT_HAS_CHANGES"));
        act(&rosalind, "draft/discard", json!({})).await.ok();
        assert_eq!(read(&rosalind).await["draft"]["changes"], 0);
        act(&rosalind, "draft/undo", json!({})).await.ok();
        assert_eq!(read(&rosalind).await["draft"]["changes"], 1, "the edit can be undone");
    }

    async fn an_invalid_catalog_edit_is_refused_with_the_reason(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let before = read(&rosalind).await;
        let existing = intents(&before, "FINE")[0].clone();
        let add = |change: Value| {
            let mut new = zeppelin();
            new["add"]["merged"] = json!("");
            for (name, value) in change.as_object().unwrap() {
                new["add"][name] = value.clone();
            }
            new
        };
        for (body, status, expected) in [
            (add(json!({ "title": existing["title"] })), 409, "already"),
            (add(json!({ "samples": existing["samples"] })), 409, "is a sample of"),
            (add(json!({ "category": "Zeppelins" })), 400, "no category \"Zeppelins\""),
            (add(json!({ "samples": [] })), 400, "at least one question"),
            (add(json!({ "merged": "nothing" })), 400, "no such merged intent"),
            (json!({ "update": { "key": "nothing", "title": "Something" } }), 404, "no such intent"),
            (json!({ "remove": { "keys": [existing["key"], intents(&before, "MERGED")[0]["key"]] } }), 400, "different catalogs"),
            (json!({}), 400, "exactly one"),
            (json!({ "remove": { "keys": [existing["key"]] }, "update": { "key": existing["key"], "title": "Two" } }), 400, "edit"),
        ] {
            let refused = edit(&rosalind, body).await;
            assert_eq!(refused.status, status, "{expected}: {}", refused.json());
            let message = refused.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(expected), "{expected}: {message}");
        }
        assert_eq!(read(&rosalind).await, before);
    }

    async fn the_impact_counts_communities_and_questions_of_every_company(server: TestServer) {
        let (rosalind, dana, theo) = (rosalind(&server).await, server.harborline_admin().await, server.northgate_admin().await);
        let key = "board-meeting-dates";
        let impact = async || rosalind.post("/catalogs/impact", json!({ "keys": [key] })).await.ok()["impact"].clone();
        assert_eq!(impact().await, json!({ "communities": 0, "answered": 0, "questions": 0 }));
        for (staff, community) in [(&dana, HARBOR_ROW), (&theo, "community-larkspur-commons")] {
            staff.post(&format!("/textCommunities/community/{community}/catalog"), json!({})).await.ok();
        }
        assert_eq!(impact().await, json!({ "communities": 2, "answered": 0, "questions": 0 }));
        let answer = format!("/textCommunities/community/{HARBOR_ROW}/answers/{key}");
        dana.patch(&answer, json!({ "answer": "On the second Tuesday, in the clubhouse." })).await.ok();
        let sample = "When's the next board meeting and is it in person or on zoom";
        dana.text("+12025550198", HARBOR_ROW_NUMBER, sample).await.ok();
        assert_eq!(impact().await, json!({ "communities": 2, "answered": 1, "questions": 0 }), "a test is not counted");
        twilio_for(&server, HARBOR_ROW).await;
        text_from(&server, "+12025550198", HARBOR_ROW_NUMBER, sample).await;
        server.settled().await;
        assert_eq!(impact().await, json!({ "communities": 2, "answered": 1, "questions": 1 }));
        server.clock.advance(std::time::Duration::from_secs(91 * 24 * 3600));
        let rosalind = server.login("admin@parlor.example").await;
        let later = rosalind.post("/catalogs/impact", json!({ "keys": [key] })).await.ok();
        assert_eq!(later["impact"]["questions"], 0);
    }

    async fn a_catalog_import_is_previewed_and_an_export_round_trips(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let before = read(&rosalind).await;
        for catalog in ["FINE", "MERGED", "COMPANY"] {
            let out = rosalind.get(&format!("/catalogs/export?catalog={catalog}")).await.ok();
            let body = json!({ "catalog": catalog, "data": file(out["csv"].as_str().unwrap()), "whole": true });
            let same = act(&rosalind, "draft/import", body).await.ok();
            assert_eq!((&same["differences"], &same["rejected"]), (&json!([]), &json!([])), "{catalog}");
            assert_eq!(same["unchanged"], intents(&before, catalog).len(), "{catalog}");
        }
        let one = intents(&before, "COMPANY")[0].clone();
        let text = format!(
            "Category,Intent,Samples\n{},{},how would i ask for this instead\nPets,Walking the company dog,who walks your dog\nZeppelins,Flying,may i fly to work\n",
            one["category"].as_str().unwrap(), one["title"].as_str().unwrap(),
        );
        let body = |dry: bool| json!({ "catalog": "COMPANY", "data": file(&text), "dryRun": dry });
        let would = act(&rosalind, "draft/import", body(true)).await.ok();
        let changes: Vec<_> = would["differences"].as_array().unwrap().iter().map(|d| d["changes"].clone()).collect();
        assert_eq!(changes, [json!(["SAMPLES"]), json!(["ADDED"])]);
        assert_eq!((&would["rejected"][0]["line"], &would["rejected"][0]["title"]), (&json!(4), &json!("Flying")));
        assert_eq!(read(&rosalind).await, before);
        let did = act(&rosalind, "draft/import", body(false)).await.ok();
        assert_eq!((&did["draft"]["changes"], &did["rejectedCount"]), (&json!(2), &json!(1)));
        act(&rosalind, "draft/undo", json!({})).await.ok();
        assert_eq!(read(&rosalind).await["intents"], before["intents"], "as one change");
        let no_table = act(&rosalind, "draft/import", json!({ "catalog": "FINE", "data": "UEsDBA==" })).await;
        assert_eq!(no_table.status, 400);
        assert!(no_table.json()["message"].as_str().unwrap().contains("cannot be read"));
    }
}
