//! Synchronization of communities with association software.
use std::time::Duration;

use serde_json::{Value, json};
use tonic::Code;

use crate::{support::*, tenancy::communities::set_company};

const FILE: &str = "/admin/companies/company-harborline/associations";
const SYNC: &str = "/companies/sync/companyId/company-harborline";
const THREE: &str = "code,name,units,time_zone\nHR01,Harbor Row,86,America/New_York\nMER2,The Meridian,,\nOSP3,Osprey Lake,,\n";

async fn vantaca(server: &TestServer) -> Staff<'_> {
    set_company(server, "company-harborline", "software = 1").await;
    server.harborline_admin().await
}

async fn upload(staff: &Staff<'_>, data: &str) -> Answer {
    staff.put(FILE, json!({ "data": data })).await
}

fn tags(answer: &Value) -> Vec<&str> {
    answer["communities"].as_array().unwrap().iter().map(|c| c["tag"].as_str().unwrap()).collect()
}

on_both! {
    async fn a_sync_creates_updates_and_deletes_communities_by_code(server: TestServer) {
        let dana = vantaca(&server).await;
        assert_eq!(upload(&dana, THREE).await.ok(), json!({ "associations": 3 }));
        let same = dana.get(SYNC).await.ok();
        assert_eq!((tags(&same), &same["added"], &same["changed"], &same["removed"]), (vec!["Harbor_Row", "Osprey_Lake", "The_Meridian"], &json!([]), &json!([]), &json!([])));

        // Two communities swap names, one is removed, one is new.
        let data = "name,code,units,time_zone\nThe Meridian,HR01,90,America/Chicago\nHarbor Row,MER2,,\nQuarry Bend,QB4,12,\n";
        upload(&dana, data).await.ok();
        let before = dana.get("/textCommunities/turbo-communities").await.ok();
        let rest = dana.get(SYNC).await.ok();
        assert_eq!((&rest["added"], &rest["changed"], &rest["removed"]), (&json!(["Quarry Bend"]), &json!(["Harbor Row", "The Meridian"]), &json!(["Osprey Lake"])));
        assert_eq!((tags(&rest), &rest["hasMore"]), (vec!["Harbor_Row", "Quarry_Bend", "The_Meridian"], &json!(false)));
        let renamed = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok()["textCommunity"].clone();
        assert_eq!((&renamed["label"], &renamed["units"], &renamed["timeZone"]), (&json!("The Meridian"), &json!(90), &json!("America/Chicago")));
        assert_eq!(renamed["number"], HARBOR_ROW_NUMBER);
        let made = &rest["communities"][1];
        assert_eq!((&made["vantaca_assoc_code"], &made["units"], &made["timeZone"]), (&json!("QB4"), &json!(12), &json!("")), "the time zone is unstated");
        assert_ne!(dana.get("/textCommunities/turbo-communities").await.ok(), before);

        let archived = dana.get("/admin/textCommunities?archived=true").await.ok();
        assert_eq!((&archived["communities"][0]["label"], &archived["communities"][0]["archivedReason"]), (&json!("Osprey Lake"), &json!("It is no longer in VANTACA.")));
        dana.post("/admin/textCommunities/community-osprey-lake/restore", json!({})).await.ok();
        let grpc = response_json(&server.rpc("IntegrationService.SyncCompany", &dana.token, json!({ "id": "company-harborline" })).await);
        assert_eq!(grpc["removed"], json!(["Osprey Lake"]));
        let rest = dana.get(SYNC).await.ok();
        let grpc = response_json(&server.rpc("IntegrationService.SyncCompany", &dana.token, json!({ "id": "company-harborline" })).await);
        assert_same(&rest, &grpc);
        server.later(Duration::from_secs((30 * 24 + 1) * 3600)).await;
        assert_eq!(server.harborline_admin().await.get("/admin/textCommunities?archived=true").await.ok()["communities"], json!([]));
    }

    async fn a_community_without_a_code_is_matched_by_its_name(server: TestServer) {
        set_company(&server, "company-northgate", "software = 9").await;
        let ingrid = server.northgate_admin().await;
        let data = "code,name\nLC1,larkspur commons\nTL2,Tinsmith Lofts\n";
        ingrid.put("/admin/companies/company-northgate/associations", json!({ "data": data })).await.ok();
        let rest = ingrid.get("/companies/sync/companyId/company-northgate").await.ok();
        assert_eq!((&rest["added"], &rest["changed"], &rest["removed"]), (&json!([]), &json!(["larkspur commons", "Tinsmith Lofts"]), &json!([])));
        assert_eq!(rest["communities"][0]["cinc_assoc_code"], "LC1");
        assert_eq!(ingrid.get("/textCommunities/turbo-communities").await.ok()["communities"].as_array().unwrap().len(), 3);
    }

    async fn a_sync_that_cannot_run_is_refused_with_the_reason(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        let refused = |answer: Answer| (answer.status.as_u16(), answer.reason());
        assert_eq!(refused(dana.get(SYNC).await), (400, "NO_SOFTWARE".to_owned()));
        let dana = vantaca(&server).await;
        assert_eq!(refused(dana.get(SYNC).await), (400, "NO_ASSOCIATIONS".to_owned()));
        let lines: String = (0..5).map(|n| format!("C{n},Court {n}\n")).collect();
        upload(&dana, &format!("{THREE}{}", lines.replace('\n', ",,\n"))).await.ok();
        dana.get(SYNC).await.ok();
        upload(&dana, THREE).await.ok();
        assert_eq!(refused(dana.get(SYNC).await), (400, "TOO_MANY_REMOVED".to_owned()));
        assert_eq!(dana.get("/textCommunities/turbo-communities").await.ok()["communities"].as_array().unwrap().len(), 8);
        set_company(&server, "company-harborline", "software = 9").await;
        upload(&dana, "code,name\nHR01,Harbor Row\n").await.ok();
        set_company(&server, "company-harborline", "software = 20").await;
        assert_eq!(refused(dana.get(SYNC).await), (400, "NO_SOFTWARE".to_owned()));
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get(SYNC).await.status, 404);
        assert_eq!(upload(&ingrid, THREE).await.status, 404);
        assert_eq!(server.login("manager@harborline.example").await.get(SYNC).await.status, 403);
    }

    async fn a_company_can_sync_at_most_10_times_per_hour(server: TestServer) {
        let dana = vantaca(&server).await;
        upload(&dana, THREE).await.ok();
        for _ in 0..10 {
            dana.get(SYNC).await.ok();
        }
        let limited = dana.get(SYNC).await;
        assert_eq!((limited.status.as_u16(), limited.reason().as_str()), (429, "TOO_MANY_SYNCS"));
        let grpc = server.rpc("IntegrationService.SyncCompany", &dana.token, json!({ "id": "company-harborline" })).await;
        assert_eq!(refused(&grpc), (Code::ResourceExhausted, "TOO_MANY_SYNCS".to_owned()));
        server.later(Duration::from_secs(3600)).await;
        dana.get(SYNC).await.ok();
    }

    async fn an_invalid_file_is_refused_with_the_line_number(server: TestServer) {
        let dana = vantaca(&server).await;
        upload(&dana, THREE).await.ok();
        for (data, line) in [("code,name\nHR01,Harbor Row\nHR01,Other\n", "Line 3"), ("code,name\nHR01,Harbor Row\n\"HR02,Oh", "Line 3"), ("a,b\n1,2", "Line 1")] {
            let refused = upload(&dana, data).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["data".to_owned()]));
            assert!(refused.json()["message"].as_str().unwrap().contains(line), "{data}: {}", refused.json()["message"]);
        }
        let long: String = (0..5_001).map(|n| format!("{n},Court {n}\n")).collect();
        assert_eq!(upload(&dana, &format!("code,name\n{long}")).await.fields(), ["data"]);
        assert_eq!(dana.get(SYNC).await.ok()["communities"].as_array().unwrap().len(), 3);
    }

    async fn five_thousand_communities_are_synced_and_the_first_are_returned(server: TestServer) {
        let dana = vantaca(&server).await;
        let lines: String = (0..4_997).map(|n| format!("C{n},Court {n},{n},America/Denver\n")).collect();
        upload(&dana, &format!("{THREE}{lines}")).await.ok();
        let rest = dana.get(SYNC).await.ok();
        assert_eq!((rest["communities"].as_array().unwrap().len(), &rest["hasMore"], rest["added"].as_array().unwrap().len()), (200, &json!(true), 4_997));
        assert_eq!(dana.get("/textCommunities/tag/court%204996").await.ok()["textCommunity"]["timeZone"], "America/Denver");
    }

    async fn only_association_files_may_exceed_the_default_body_limit(server: TestServer) {
        let dana = vantaca(&server).await;
        // As JSON, each line is longer than in storage.
        let data = format!("code,name\n{}", "\u{1}".repeat(700_000));
        let accepted = upload(&dana, &data).await;
        assert_eq!((accepted.status.as_u16(), accepted.fields()), (400, vec!["data".to_owned()]));
        let large = json!({ "question": "\u{1}".repeat(700_000), "answer": "x" });
        let refused = dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), large).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (413, "BODY_TOO_LARGE"));
        let larger = upload(&dana, &"x".repeat(9 << 20)).await;
        assert_eq!((larger.status.as_u16(), larger.reason().as_str()), (413, "BODY_TOO_LARGE"));
        let grpc = server.rpc("KnowledgeService.CreateAnswer", &dana.token, json!({ "communityId": HARBOR_ROW, "question": "x".repeat(2 << 20), "answer": "x" })).await;
        assert_eq!(grpc.code, Code::ResourceExhausted);
        let grpc = server.rpc("IntegrationService.UploadAssociations", &dana.token, json!({ "id": "company-harborline", "data": "x".repeat(2 << 20) })).await;
        assert_eq!(grpc.code, Code::InvalidArgument);
    }
}
