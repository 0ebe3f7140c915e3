//! Creating, changing, deleting, restoring and purging communities.
mod deletion;

use serde_json::{Value, json};
use tonic::Code;

use crate::{support::*, tenancy::communities::set_company};

const COMPANY: &str = "company-harborline";
const CREATE: &str = "/admin/textCommunities/create/company/company-harborline";
const PHONE: &str = "+12025550175";
const REASON: &str = "The association left us";

fn new(label: &str) -> Value {
    json!({ "label": label, "escalationEmail": "Office@Quarry.example" })
}

async fn create(staff: &Staff<'_>, body: Value) -> Value {
    staff.post(CREATE, body).await.ok()["textCommunity"].clone()
}

fn id(community: &Value) -> &str {
    community["_id"].as_str().unwrap()
}

async fn delete(staff: &Staff<'_>, id: &str) -> Answer {
    staff
        .delete(&format!("/admin/textCommunities/{id}?reason={}&userId=nobody", REASON.replace(' ', "+")))
        .await
}

async fn listed(staff: &Staff<'_>, query: &str) -> Vec<String> {
    let answer = staff.get(&format!("/admin/textCommunities?{query}")).await.ok();
    answer["communities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["label"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns the only field that an error names, in any spelling.
fn named(refusal: &Answer) -> String {
    folded(&refusal.fields().join(" "))
}

fn folded(field: &str) -> String {
    field.replace('_', "").to_lowercase()
}

on_both! {
    async fn a_community_is_created_with_the_requested_settings(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        set_company(&server, COMPANY, "customizations = '{\"default_verbiage\": [{\"original_text\": \"HOA\", \"new_text\": \"association\"}]}'").await;
        let body = json!({
            "label": " Lantern  Square ", "escalationEmail": "Office@Lantern.example", "timeZone": "america/chicago",
            "secondaryEscalationEmails": ["Board@lantern.example", "board@lantern.example"], "units": 12, "number": "+12025550155",
        });
        let made = create(&dana, body).await;
        let expected = [
            ("label", json!("Lantern Square")), ("tag", json!("Lantern_Square")), ("company", json!([COMPANY])),
            ("timeZone", json!("America/Chicago")), ("units", json!(12)), ("number", json!("+12025550155")),
            ("escalationEmail", json!("office@lantern.example")),
            ("secondaryEscalationEmails", json!(["board@lantern.example"])),
            ("custom_verbiage", json!([{ "originalText": "HOA", "newText": "association" }])),
            ("isTraining", json!(false)),
        ];
        for (field, value) in expected {
            assert_eq!(made[field], value, "{field}");
        }
        assert_eq!(dana.get(&format!("/textCommunities/community/{}", id(&made))).await.ok()["textCommunity"], made);
        assert!(dana.get("/users/token").await.ok()["user"]["text_communities_mapping"].as_array().unwrap().iter().any(|c| c["label"] == "Lantern Square"));
        dana.text(PHONE, "+12025550155", "hello there").await.ok();
        let plain = create(&dana, new("Quarry Bend")).await;
        assert_eq!((&plain["timeZone"], &plain["number"]), (&json!(""), &json!("")), "the time zone is unstated");
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(&format!("/textCommunities/community/{}", id(&made))).await.status, 404);
        let audit = dana.get("/admin/audit").await.ok();
        assert!(audit.to_string().contains("Created the community Lantern Square."));
    }

    async fn validation_errors_name_the_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (field, value) in [
            ("label", json!("x")), ("label", json!("__")), ("label", json!("\u{200b}\u{feff}")), ("label", json!("bell\u{7}")), ("label", json!("x".repeat(121))),
            ("escalationEmail", json!("nobody")), ("timeZone", json!("Mars/Olympus")), ("number", json!("5550100")),
            ("units", json!(-1)), ("cinc_assoc_code", json!("toolong")),
        ] {
            let mut body = new("Quarry Bend");
            body[field] = value;
            let refused = dana.post(CREATE, body).await;
            assert_eq!((refused.status.as_u16(), named(&refused)), (400, folded(field)));
        }
        let mut body = new("Quarry Bend");
        body["secondaryEscalationEmails"] = json!((0..11).map(|n| format!("{n}@quarry.example")).collect::<Vec<_>>());
        let refused = dana.post(CREATE, body).await;
        assert_eq!(refused.status, 400);
        assert!(refused.json()["message"].as_str().unwrap().starts_with("secondaryEscalationEmails: "), "JSON names");
        assert_eq!(listed(&dana, "").await.len(), 3);
    }

    async fn community_names_are_unique_within_a_company_ignoring_case(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        for label in ["Harbor Row", "HARBOR_row", " harbor   row ", "Harbor\u{200b} Row", "\u{202e}Harbor Row"] {
            let refused = dana.post(CREATE, new(label)).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (409, "COMMUNITY_EXISTS"), "{label}");
        }
        create(&dana, new("Äpfel Court")).await;
        assert_eq!(dana.post(CREATE, new("äPFEL court")).await.reason(), "COMMUNITY_EXISTS");
        let at_once = futures::future::join_all((0..8).map(|_| dana.post(CREATE, new("Quarry Bend")))).await;
        assert_eq!(at_once.iter().filter(|a| a.status == 200).count(), 1);
        assert!(at_once.iter().filter(|a| a.status != 200).all(|a| a.reason() == "COMMUNITY_EXISTS"));
        let ingrid = server.northgate_admin().await;
        let mut theirs = new("Harbor Row");
        theirs["buildium_assoc_code"] = json!("HR01");
        ingrid.post("/admin/textCommunities/create/company/company-northgate", theirs).await.ok();
    }

    async fn a_phone_number_belongs_to_one_community(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        for number in [HARBOR_ROW_NUMBER, "+15035550111"] {
            let mut body = new("Quarry Bend");
            body["number"] = json!(number);
            let refused = dana.post(CREATE, body).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (409, "NUMBER_TAKEN"), "{number}");
        }
        let made = create(&dana, new("Quarry Bend")).await;
        let path = format!("/admin/textCommunities/{}", id(&made));
        assert_eq!(dana.patch(&path, json!({ "number": HARBOR_ROW_NUMBER })).await.reason(), "NUMBER_TAKEN");
        let moved = dana.patch(&path, json!({ "number": "+12025550156" })).await.ok();
        assert_eq!(moved["textCommunity"]["number"], "+12025550156");
        let without = dana.patch(&path, json!({ "number": "" })).await.ok();
        assert_eq!(without["textCommunity"]["number"], "");
    }

    async fn the_association_code_is_required_and_unique(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (software, field, good, bad) in [
            ("software = 1", "vantaca_assoc_code", "QB-01", "x".repeat(41)),
            ("software = 9", "cinc_assoc_code", "qb01", "qb-1".to_owned()),
            ("software = 21", "buildium_assoc_code", "1234567", String::new()),
            ("software = 19", "vms_assoc_code", "QB", String::new()),
            ("software = 15", "vmg_assoc_code", "QB", String::new()),
        ] {
            set_company(&server, COMPANY, software).await;
            let label = format!("Quarry {field}");
            let missing = dana.post(CREATE, new(&label)).await;
            assert_eq!((missing.status.as_u16(), named(&missing)), (400, folded(field)));
            let with = |label: &str, code: &str| {
                let mut body = new(label);
                body[field] = json!(code);
                body
            };
            assert_eq!(dana.post(CREATE, with(&label, &bad)).await.fields().len(), 1, "{field}");
            let made = create(&dana, with(&label, good)).await;
            assert_eq!(made[field], good);
            let again = dana.post(CREATE, with(&format!("{label} 2"), good)).await;
            assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "CODE_TAKEN"));
            let path = format!("/admin/textCommunities/{}", id(&made));
            assert_eq!(named(&dana.patch(&path, json!({ field: "" })).await), folded(field));
            dana.patch(&path, json!({ "units": 3 })).await.ok();
        }
        set_company(&server, COMPANY, "software = 20").await;
        create(&dana, new("Appfolio Court")).await;
    }

    async fn an_update_leaves_unset_fields_unchanged(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/admin/textCommunities/{HARBOR_ROW}");
        let before = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok()["textCommunity"].clone();
        assert_eq!(dana.patch(&path, json!({})).await.ok()["textCommunity"], before);
        let rest = dana.patch(&path, json!({ "label": "Harbor Row East", "units": 0, "updateMask": "label,units,secondaryEscalationEmails" })).await.ok();
        let mut expected = before;
        expected["label"] = json!("Harbor Row East");
        expected["tag"] = json!("Harbor_Row_East");
        expected["units"] = json!(0);
        expected["secondaryEscalationEmails"] = json!([]);
        assert_eq!(rest["textCommunity"], expected);
        let request = json!({ "id": HARBOR_ROW, "label": "Harbor Row East" });
        assert_same(&rest, &response_json(&server.rpc("CommunityAdminService.UpdateCommunity", &dana.token, request).await));
        let emptied = dana.patch(&path, json!({ "units": 5, "updateMask": "timeZone" })).await.ok();
        expected["timeZone"] = json!("");
        assert_eq!(emptied["textCommunity"], expected);
        for (mask, field) in [("noSuchField", "updateMask"), ("label", "label"), ("escalationEmail", "escalationEmail")] {
            let refused = dana.patch(&path, json!({ "updateMask": mask })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]));
        }
        assert_eq!(dana.get("/textCommunities/tag/harbor%20row%20east").await.status, 200);
        assert_eq!(dana.get("/textCommunities/tag/Harbor_Row").await.status, 404);
        assert_eq!(dana.patch(&path, json!({ "label": "osprey lake" })).await.reason(), "COMMUNITY_EXISTS");
        dana.patch(&path, json!({ "label": "harbor row EAST" })).await.ok();
    }

    async fn communities_of_other_administrators_are_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        let theirs = "/admin/textCommunities/community-larkspur-commons";
        for foreign in [theirs, "/admin/textCommunities/community-quarry-bend", "/admin/textCommunities/nothing"] {
            for answer in [
                dana.patch(foreign, json!({ "units": 1 })).await,
                dana.delete(&format!("{foreign}?reason=because+I+can")).await,
                dana.post(&format!("{foreign}/restore"), json!({})).await,
            ] {
                assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (404, "NOT_FOUND"), "{foreign}");
            }
        }
        let foreign = dana.post("/admin/textCommunities/create/company/company-northgate", new("Mine")).await;
        assert_eq!(foreign.status, 404);
        assert_eq!(dana.get("/admin/textCommunities?companyId=company-northgate").await.status, 404);
        assert_eq!(listed(&dana, "withoutCompany=true").await, Vec::<String>::new());
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.post(CREATE, new("Mine")).await.status, 403);
        let body = json!({ "company": [COMPANY, "company-northgate"] });
        assert_eq!(dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}"), body).await.status, 404);
        let cleared = dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}"), json!({ "updateMask": "company" })).await;
        assert_eq!((cleared.status.as_u16(), cleared.reason().as_str()), (400, "PLATFORM_ADMINISTRATORS_ONLY"));
    }

    async fn platform_administrators_move_communities_between_companies(server: TestServer) {
        let (rosalind, dana, ingrid) = (server.login("admin@parlor.example").await, server.harborline_admin().await, server.northgate_admin().await);
        assert_eq!(listed(&rosalind, "withoutCompany=true").await, ["Quarry Bend"]);
        let given = rosalind.patch("/admin/textCommunities/community-quarry-bend", json!({ "company": ["company-northgate"], "number": "+15035550155" })).await.ok();
        assert_eq!(given["textCommunity"]["company"], json!(["company-northgate"]));
        ingrid.get("/textCommunities/community/community-quarry-bend").await.ok();
        assert!(listed(&rosalind, "withoutCompany=true").await.is_empty());

        // The data of one company about the community is not visible to the next one, and no longer to the
        // first one.
        let path = format!("/admin/textCommunities/{HARBOR_ROW}");
        let conversations = dana.get("/textConversations?limit=200").await.ok()["conversations"].as_array().unwrap().len();
        let moved = rosalind.patch(&path, json!({ "company": ["company-northgate"] })).await.ok();
        assert_eq!(moved["textCommunity"]["number"], HARBOR_ROW_NUMBER);
        for gone in [format!("/textCommunities/community/{HARBOR_ROW}"), format!("/textConversations?communityId={HARBOR_ROW}")] {
            assert_eq!(dana.get(&gone).await.status, 404, "{gone}");
        }
        assert!(dana.get("/textConversations?limit=200").await.ok()["conversations"].as_array().unwrap().len() < conversations);
        let theirs = ingrid.get(&format!("/textConversations?communityId={HARBOR_ROW}")).await.ok();
        assert_eq!(theirs["conversations"], json!([]));
        ingrid.text(PHONE, HARBOR_ROW_NUMBER, "hello").await.ok();
        assert_eq!(dana.post("/handset/messages", json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": "hello" })).await.status, 404);

        rosalind.patch(&path, json!({ "company": [COMPANY] })).await.ok();
        assert_eq!(dana.get("/textConversations?limit=200").await.ok()["conversations"].as_array().unwrap().len(), conversations);
        assert_eq!(ingrid.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);

        rosalind.patch(&path, json!({ "company": [COMPANY, "company-northgate"] })).await.ok();
        let shared = delete(&dana, HARBOR_ROW).await;
        assert_eq!((shared.status.as_u16(), shared.reason().as_str()), (400, "SHARED_COMMUNITY"));
        let nowhere = rosalind.patch(&path, json!({ "company": ["company-nothing"] })).await;
        assert_eq!((nowhere.status.as_u16(), nowhere.reason().as_str()), (404, "NOT_FOUND"));
        rosalind.patch(&path, json!({ "updateMask": "company" })).await.ok();
        assert_eq!(rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.reason(), "NO_COMPANY");
        assert_eq!(listed(&rosalind, "withoutCompany=true").await, ["Harbor Row"]);
    }

    async fn grpc_and_rest_agree_on_community_administration(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        let request = json!({ "id": COMPANY, "label": "Quarry Bend", "escalationEmail": "office@quarry.example" });
        let made = response_json(&server.rpc("CommunityAdminService.CreateCommunity", &dana.token, request.clone()).await);
        let made = made["textCommunity"]["_id"].as_str().unwrap().to_owned();
        let again = server.rpc("CommunityAdminService.CreateCommunity", &dana.token, request).await;
        assert_eq!(refused(&again), (Code::AlreadyExists, "COMMUNITY_EXISTS".to_owned()));
        let gone = server.rpc("CommunityAdminService.DeleteCommunity", &dana.token, json!({ "id": made, "reason": REASON })).await;
        assert_eq!(response_json(&gone), json!({}));
        let query = json!({ "archived": true });
        let rest = dana.get("/admin/textCommunities?archived=true").await.ok();
        assert_same(&rest, &response_json(&server.rpc("CommunityAdminService.ListCommunities", &dana.token, query).await));
        response_json(&server.rpc("CommunityAdminService.RestoreCommunity", &dana.token, json!({ "id": made })).await);
        let rest = dana.get("/admin/textCommunities?query=BEND&limit=1").await.ok();
        let query = json!({ "query": "bend", "limit": 1 });
        assert_same(&rest, &response_json(&server.rpc("CommunityAdminService.ListCommunities", &dana.token, query).await));
        assert_eq!(rest["communities"][0]["_id"], json!(made));
    }
}
