//! Companies: their options and branding, and who sees and changes them.
use prost_reflect::{DynamicMessage, SerializeOptions};
use serde_json::{Value, json};

use crate::support::*;

/// Calls an RPC over gRPC with a message that is written as JSON.
pub async fn call(server: &TestServer, name: &str, token: &str, message: Value) -> Reply {
    let method = method(name);
    let message = DynamicMessage::deserialize(method.input(), message).unwrap();
    server.grpc(&method, token, &message).await
}

/// Returns a response as JSON.
pub fn json_of(reply: &Reply) -> Value {
    let options = SerializeOptions::new().stringify_64_bit_integers(false).skip_default_fields(false);
    reply.ok().serialize_with_options(serde_json::value::Serializer, &options).unwrap()
}

async fn rosalind(server: &TestServer) -> Staff<'_> {
    server.login("admin@parlor.example").await
}

async fn put(server: &TestServer, staff: &Staff<'_>, path: &str, body: Value) -> Answer {
    server.rest("PUT", path, &staff.token, Some(body)).await
}

fn hours(day: &str, opens: &str, closes: &str) -> Value {
    json!({ "day": day, "opens": opens, "closes": closes })
}

const CUSTOMIZE: &str = "/admin/company/company-harborline/customizations";

/// Options of Harborline.
const OPTIONS: [&str; 10] = [
    "TEXT_BLAST",
    "OMNICHANNEL",
    "MEETING_SUMMARIZER",
    "SCOPE_OF_WORK_GENERATOR",
    "POLICY_DRAFTING_TOOL",
    "MEDIATION_CONSULTANT",
    "SOCIAL_MEDIA_PR",
    "DRAFT_EMAILS_LETTERS",
    "RP",
    "WEBCHAT",
];

/// Adds 198 users to a company that has three.
const USERS: &str = "INSERT INTO staff (company_id, id, email, first_name, last_name, job_title, parlor_role, phone, text_plan,
        restricted_view, preferred_vendors, active, vendor_contacts, password_hash, created_ms)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 198)
    SELECT s.company_id, 'filler-' || i, 'filler-' || i || '@harborline.example', s.first_name, s.last_name, s.job_title,
        s.parlor_role, s.phone, s.text_plan, s.restricted_view, s.preferred_vendors, s.active, s.vendor_contacts,
        s.password_hash, s.created_ms
    FROM n, staff s WHERE s.email = 'admin@harborline.example'";

on_both! {
    async fn a_company_has_all_fields_that_the_dashboard_needs(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = "/companies/companyId/company-harborline?includeUsers=true&includeCommunities=true";
        let shown = dana.get(path).await.ok();
        let company = &shown["company"];
        let expected = [
            ("_id", json!("company-harborline")), ("label", json!("Harborline")), ("software", json!("VANTACA")),
            ("software_documents", json!("CONDOCONTROL")), ("textline_webhook_v3_enabled", json!(true)),
            ("dashboard_options", json!(OPTIONS)), ("credential_name", json!("")), ("pricing_model", json!("PER_DOOR")),
            ("chatwoot_inbox_id", json!("4127")),
        ];
        for (field, value) in expected {
            assert_eq!(company[field], value, "{field}");
        }
        assert_eq!(company["customizations"]["businessHours"][5], hours("SATURDAY", "10:00", "13:00"));
        assert_eq!((shown["users"].as_array().unwrap().len(), shown["communities"].as_array().unwrap().len()), (3, 3));
        assert_eq!((&shown["hasMoreUsers"], &shown["hasMoreCommunities"]), (&json!(false), &json!(false)));

        let request = json!({ "id": "company-harborline", "includeUsers": true, "includeCommunities": true });
        let grpc = json_of(&call(&server, "CompanyService.GetCompany", &dana.token, request).await);
        assert_eq!((&grpc["company"]["software"], &grpc["company"]["name"]), (&json!("SOFTWARE_VANTACA"), &company["name"]));
        assert_eq!(grpc["users"].as_array().unwrap().len(), 3);

        let plain = dana.get("/companies/companyId/company-harborline").await.ok();
        assert_eq!((&plain["users"], &plain["communities"]), (&json!([]), &json!([])));
    }

    async fn a_company_says_that_it_has_more_than_200_users(server: TestServer) {
        let dana = server.harborline_admin().await;
        server.insert("company-harborline", USERS).await;
        let shown = dana.get("/companies/companyId/company-harborline?includeUsers=true").await.ok();
        assert_eq!((shown["users"].as_array().unwrap().len(), &shown["hasMoreUsers"]), (200, &json!(true)));
    }

    async fn managers_see_their_company_and_assigned_communities_but_no_users(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let path = "/companies/companyId/company-harborline?includeUsers=true&includeCommunities=true";
        let shown = marcus.get(path).await.ok();
        assert_eq!((&shown["users"], shown["communities"].as_array().unwrap().len()), (&json!([]), 2));
        assert_eq!(shown["company"]["software"], "VANTACA");
    }

    async fn the_lookup_by_cid_returns_a_list_of_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        let found = dana.get("/companies/admin-parlor?cId=company-harborline").await.ok();
        let whole = dana.get("/companies/companyId/company-harborline").await.ok();
        assert_eq!(found["companies"], json!([whole["company"]]));
        let request = json!({ "cId": "company-harborline" });
        let grpc = call(&server, "CompanyService.ListAdminCompanies", &dana.token, request).await;
        assert_eq!(json_of(&grpc)["companies"][0]["name"], "Harborline Management");
        for path in ["/companies/admin-parlor", "/companies/admin-parlor?cId="] {
            let none = dana.get(path).await;
            let body = none.json();
            assert_eq!((none.status.as_u16(), none.reason().as_str()), (400, "NO_COMPANY_ID"));
            assert_eq!((&body["message"], &body["code"]), (&json!("No cId passed"), &json!(3)));
        }
        let grpc = call(&server, "CompanyService.ListAdminCompanies", &dana.token, json!({})).await;
        assert_eq!(grpc.refusal(), (tonic::Code::InvalidArgument, "No cId passed", "NO_COMPANY_ID"));
    }

    async fn another_company_looks_nonexistent(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for id in ["company-harborline", "company-nowhere"] {
            let refused = [
                ingrid.get(&format!("/companies/companyId/{id}")).await,
                ingrid.get(&format!("/companies/admin-parlor?cId={id}")).await,
                put(&server, &ingrid, &format!("/admin/company/{id}/customizations"), json!({ "label": "Mine" })).await,
            ];
            for answer in refused {
                assert_eq!((answer.status.as_u16(), answer.json()["message"].as_str()), (404, Some("There is no such company.")));
            }
        }
    }

    async fn platform_administrators_list_and_search_all_companies(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let names = |page: &Value| -> Vec<String> {
            page["companies"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap().to_owned()).collect()
        };
        let (mut seen, mut token) = (vec![], String::new());
        loop {
            let page = rosalind.get(&format!("/admin/companies?limit=1&pageToken={token}")).await.ok();
            seen.extend(names(&page));
            token = page["nextPageToken"].as_str().unwrap().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(seen, ["Harborline Management", "Northgate Communities", "Parlor"]);
        assert_eq!(names(&rosalind.get("/admin/companies?query=GATE").await.ok()), ["Northgate Communities"]);
        assert!(names(&rosalind.get("/admin/companies?query=%25").await.ok()).is_empty());
        let grpc = call(&server, "CompanyService.ListCompanies", &rosalind.token, json!({ "query": "gate" })).await;
        assert_eq!(json_of(&grpc)["companies"].as_array().unwrap().len(), 1);
        rosalind.get("/companies/companyId/company-harborline").await.ok();
        assert_eq!(rosalind.get("/companies/companyId/company-nowhere").await.status, 404);
        for email in ["admin@harborline.example", "manager@harborline.example"] {
            let refused = server.login(email).await.get("/admin/companies").await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "PLATFORM_ADMINISTRATORS_ONLY"));
        }
    }

    async fn a_company_is_created_with_the_requested_settings_and_a_unique_name(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let body = json!({
            "name": " Éclair  Homes ", "software": "CINC", "software_documents": "HELPJUICE", "pricing_model": "TRIAL",
            "dashboard_options": ["RP", "TEXT_BLAST", "RP"], "textline_webhook_v3_enabled": true,
        });
        let made = rosalind.post("/admin/companies", body).await.ok()["company"].clone();
        let expected = [
            ("name", json!("Éclair Homes")), ("label", json!("Parlor")), ("software", json!("CINC")),
            ("dashboard_options", json!(["RP", "TEXT_BLAST"])), ("pricing_model", json!("TRIAL")),
        ];
        for (field, value) in expected {
            assert_eq!(made[field], value, "{field}");
        }
        let id = made["_id"].as_str().unwrap();
        assert_eq!(rosalind.get(&format!("/companies/companyId/{id}")).await.ok()["company"], made);
        let found = rosalind.get("/admin/companies?query=%C3%89CLAIR").await.ok();
        assert_eq!(found["companies"], json!([made]));
        let again = rosalind.post("/admin/companies", json!({ "name": "éCLAIR homes" })).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "COMPANY_EXISTS"));
        let trail = rosalind.get(&format!("/admin/audit?companyId={id}")).await.ok();
        assert_eq!((&trail["entries"][0]["action"], &trail["entries"][0]["actor"]), (&json!("COMPANY_CREATED"), &json!("Rosalind Achebe")));
        for name in ["", " ", "x"] {
            let refused = rosalind.post("/admin/companies", json!({ "name": name })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["name".to_owned()]), "{name}");
        }
    }

    async fn concurrent_creations_with_the_same_name_create_one_company(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let all = (0..100).map(|_| rosalind.post("/admin/companies", json!({ "name": "Beacon Homes" })));
        let answers = futures::future::join_all(all).await;
        let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == 200);
        assert_eq!(made.len(), 1);
        assert!(refused.iter().all(|a| a.reason() == "COMPANY_EXISTS"));
    }

    async fn an_update_leaves_unset_fields_unchanged(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let path = "/admin/companies/company-northgate";
        let before = rosalind.get("/companies/companyId/company-northgate").await.ok()["company"].clone();
        let after = rosalind.patch(path, json!({ "chatwoot_inbox_id": "77", "software": "CINC" })).await.ok()["company"].clone();
        let mut expected = before.clone();
        expected["chatwoot_inbox_id"] = json!("77");
        expected["software"] = json!("CINC");
        assert_eq!(after, expected);
        assert_eq!(rosalind.patch(path, json!({ "dashboard_options": [] })).await.ok()["company"], expected);
        let none = rosalind.patch(path, json!({ "updateMask": "dashboardOptions" })).await.ok();
        assert_eq!(none["company"]["dashboard_options"], json!([]));
        let conflict = rosalind.patch(path, json!({ "name": "HARBORLINE management" })).await;
        assert_eq!((conflict.status.as_u16(), conflict.reason().as_str()), (409, "COMPANY_EXISTS"));
        // Its own name with different capitalization is not a duplicate.
        rosalind.patch(path, json!({ "name": "NORTHGATE Communities" })).await.ok();
        let trail = server.northgate_admin().await.get("/admin/audit").await.ok()["entries"].clone();
        assert_eq!(trail[0]["action"], "SESSION_OPENED");
        assert_eq!((&trail[1]["action"], &trail[1]["summary"]), (&json!("COMPANY_UPDATED"), &json!("Changed name.")));
        assert_eq!(trail[3]["summary"], "Changed software, Chatwoot inbox.");
        assert_eq!(rosalind.patch("/admin/companies/company-nowhere", json!({})).await.status, 404);
        let own = server.northgate_admin().await.patch(path, json!({ "pricing_model": "FLAT" })).await;
        assert_eq!(own.reason(), "PLATFORM_ADMINISTRATORS_ONLY");
    }

    async fn feature_changes_take_effect_on_the_next_call(server: TestServer) {
        let (rosalind, dana) = (rosalind(&server).await, server.harborline_admin().await);
        let path = "/admin/companies/company-harborline";
        let options = async || dana.get("/users/token").await.ok()["entitlements"]["options"].clone();
        assert_eq!(options().await, json!(OPTIONS));
        rosalind.patch(path, json!({ "dashboard_options": ["RP"] })).await.ok();
        assert_eq!(options().await, json!(["RP"]));
        rosalind.patch(path, json!({ "textline_webhook_v3_enabled": false, "dashboard_options": ["HIDE_ANSWERS"] })).await.ok();
        assert_eq!(options().await, json!(["HIDE_ANSWERS"]));
        let gone = dana.get("/textConversations/escalations/user").await;
        assert_eq!((gone.status.as_u16(), gone.reason().as_str()), (400, "SCREEN_NOT_AVAILABLE"));
    }

    async fn an_administrator_customizes_the_branding_of_a_company(server: TestServer) {
        let dana = server.harborline_admin().await;
        let shown = json!({
            "header": " Harborline\n", "signature": "The Harborline desk",
            "businessHours": [hours("MONDAY", "09:00", "12:00"), hours("MONDAY", "12:00", "17:00")],
            "defaultVerbiage": [{ "originalText": "HOA", "newText": "association" }],
        });
        let body = json!({ "label": " Harbor ", "customizations": shown });
        let after = put(&server, &dana, CUSTOMIZE, body).await.ok()["company"].clone();
        assert_eq!((&after["label"], &after["customizations"]["header"]), (&json!("Harbor"), &json!("Harborline")));
        assert_eq!(after["customizations"]["businessHours"], shown["businessHours"]);
        assert_eq!(after["software"], "VANTACA");
        let trail = dana.get("/admin/audit").await.ok();
        assert_eq!(trail["entries"][0]["action"], "COMPANY_CUSTOMIZED");

        let message = json!({ "id": "company-harborline" });
        let empty = json_of(&call(&server, "CompanyService.CustomizeCompany", &dana.token, message).await)["company"].clone();
        assert_eq!((&empty["label"], &empty["customizations"]["businessHours"]), (&json!("Parlor"), &json!([])));
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(put(&server, &marcus, CUSTOMIZE, json!({})).await.reason(), "ADMINISTRATORS_ONLY");
    }

    async fn contradictory_customizations_are_refused_with_the_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = dana.get("/companies/companyId/company-harborline").await.ok();
        let twice = json!([{ "originalText": "HOA", "newText": "a" }, { "originalText": "hoa ", "newText": "b" }]);
        for (field, customizations) in [
            ("customizations.businessHours", json!({ "businessHours": [hours("MONDAY", "17:00", "09:00")] })),
            ("customizations.businessHours", json!({ "businessHours": [hours("MONDAY", "09:00", "13:00"), hours("MONDAY", "12:59", "17:00")] })),
            ("customizations.defaultVerbiage", json!({ "defaultVerbiage": twice })),
        ] {
            let body = json!({ "label": "x", "customizations": customizations });
            let refused = put(&server, &dana, CUSTOMIZE, body).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]));
        }
        for customizations in [
            json!({ "businessHours": [hours("MONDAY", "9:00", "17:00")] }),
            json!({ "businessHours": [{ "opens": "09:00", "closes": "17:00" }] }),
            json!({ "signature": "s".repeat(161) }),
            json!({ "businessHours": vec![hours("MONDAY", "09:00", "17:00"); 22] }),
        ] {
            let refused = put(&server, &dana, CUSTOMIZE, json!({ "customizations": customizations })).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "INVALID_FIELDS"), "{customizations}");
        }
        assert_eq!(dana.get("/companies/companyId/company-harborline").await.ok(), before);
    }

    async fn a_homeowner_notice_ends_with_the_company_signature(server: TestServer) {
        let dana = server.harborline_admin().await;
        let phone = "+12025550182";
        dana.text(phone, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let id = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        let path = format!("/textConversations/escalations/{id}");
        let notice = async || {
            let answer = json!({ "answer": "Not on the roof." });
            dana.post(&format!("{path}/notice"), answer).await.ok()["notice"]["body"].as_str().unwrap().to_owned()
        };
        assert_eq!(notice().await, "Hi, about your question: Not on the roof. - Dana, Harborline Management");
        let body = json!({ "customizations": { "signature": "Your Harborline desk" } });
        put(&server, &dana, CUSTOMIZE, body).await.ok();
        let signed = "Hi, about your question: Not on the roof.\nYour Harborline desk";
        assert_eq!(notice().await, signed);
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer).await.ok();
        server.later(std::time::Duration::from_secs(10)).await;
        assert_eq!(dana.last_text(phone).await, signed);
    }
}
