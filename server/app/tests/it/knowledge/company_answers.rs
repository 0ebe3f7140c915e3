//! Answers of a company for all of its communities.
use contract::v1::{event_service_client::EventServiceClient, *};
use serde_json::{Value, json};

use crate::{
    support::*,
    tenancy::companies::{call, json_of},
};

const HARBORLINE: &str = "/companies/company-harborline/answers";
const MERIDIAN_NUMBER: &str = "+12025550102";
const PHONE: &str = "+12025550181";
const QUESTION: &str = "Where is the zeppelin mooring mast?";
const ANSWER: &str = "At 12 Wharf Street, behind the office of the company.";

fn mast() -> Value {
    json!({ "category": "Amenities", "question": QUESTION, "samples": ["zeppelin mast"], "answer": ANSWER })
}

async fn listed(staff: &Staff<'_>) -> Vec<Value> {
    staff.get(&format!("{HARBORLINE}?query=zeppelin")).await.ok()["answers"].as_array().unwrap().clone()
}

on_both! {
    async fn a_new_company_answer_applies_to_the_next_question_in_every_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        // The bots of both communities already have an index.
        for number in [HARBOR_ROW_NUMBER, MERIDIAN_NUMBER] {
            dana.text(PHONE, number, QUESTION).await.ok();
            assert!(dana.last_text(PHONE).await.contains("asking the office"));
        }
        let made = dana.post(HARBORLINE, mast()).await.ok()["answer"].clone();
        assert_eq!((made["communityId"].as_str(), made["version"].as_i64()), (Some(""), Some(1)));
        for number in [HARBOR_ROW_NUMBER, MERIDIAN_NUMBER] {
            dana.text(PHONE, number, QUESTION).await.ok();
            assert_eq!(dana.last_text(PHONE).await, ANSWER);
        }
        assert_eq!(listed(&dana).await[0]["used"], 2);

        let one = format!("{HARBORLINE}/{}", made["_id"].as_str().unwrap());
        dana.patch(&one, json!({ "answer": "It is gone." })).await.ok();
        dana.text(PHONE, MERIDIAN_NUMBER, QUESTION).await.ok();
        assert_eq!(dana.last_text(PHONE).await, "It is gone.");
        let texts = dana.phone(PHONE).await;
        let decision = &texts.iter().rev().find(|m| m["direction"] == "INBOUND").unwrap()["decision"];
        assert_eq!((&decision["answerId"], &decision["question"]), (&made["_id"], &json!(QUESTION)));

        dana.delete(&one).await.ok();
        dana.text(PHONE, MERIDIAN_NUMBER, QUESTION).await.ok();
        assert!(dana.last_text(PHONE).await.contains("asking the office"));
    }

    async fn a_community_answer_overrides_a_company_answer(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.post(HARBORLINE, mast()).await.ok();
        let own = json!({ "question": "where is the ZEPPELIN mooring mast", "answer": "On our own roof." });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), own).await.ok();
        for (number, answer) in [(HARBOR_ROW_NUMBER, "On our own roof."), (MERIDIAN_NUMBER, ANSWER)] {
            dana.text(PHONE, number, QUESTION).await.ok();
            assert_eq!(dana.last_text(PHONE).await, answer);
        }
    }

    async fn a_company_answer_is_not_used_by_other_companies(server: TestServer) {
        server.harborline_admin().await.post(HARBORLINE, mast()).await.ok();
        let ingrid = server.northgate_admin().await;
        ingrid.text("+15035550181", "+15035550111", QUESTION).await.ok();
        assert!(ingrid.last_text("+15035550181").await.contains("asking the office"));
    }

    async fn company_answers_are_validated_like_community_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let made = dana.post(HARBORLINE, mast()).await.ok()["answer"].clone();
        let again = dana.post(HARBORLINE, json!({ "question": " where is the zeppelin  MOORING mast", "answer": "x" })).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "QUESTION_EXISTS"));
        assert!(again.json()["message"].as_str().unwrap().starts_with("This company"));
        for blank in ["  ", " \u{200b}"] {
            let empty = dana.post(HARBORLINE, json!({ "question": blank, "answer": "x" })).await;
            assert_eq!((empty.status.as_u16(), empty.fields()), (400, vec!["question".to_owned()]));
        }

        let one = format!("{HARBORLINE}/{}", made["_id"].as_str().unwrap());
        let change = json!({ "version": 1, "category": "Parking" });
        let changed = dana.patch(&one, change.clone()).await.ok()["answer"].clone();
        assert_eq!((&changed["category"], &changed["version"], &changed["updatedBy"]), (&json!("Parking"), &json!(2), &json!("Dana Okafor")));
        let late = dana.patch(&one, change).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "ANSWER_CHANGED"));
        let other = json!({ "question": "Is there a ferry?", "answer": "Yes." });
        dana.post(HARBORLINE, other).await.ok();
        let conflict = dana.patch(&one, json!({ "question": "is there a FERRY" })).await;
        assert_eq!((conflict.status.as_u16(), conflict.reason().as_str()), (409, "QUESTION_EXISTS"));
        dana.delete(&one).await.ok();
        assert_eq!(dana.delete(&one).await.status, 404);
    }

    async fn a_company_has_at_most_2000_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut tx = server.db.write(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
            INSERT INTO answer (company_id, id, category, question, question_key, sort_key, search_text, samples, answer,
                source, version, used, updated_by, updated_ms)
            SELECT 'company-harborline', 'a' || i, 'Pets', 'q' || i, 'q' || i, 'q', 'q', '[]', 'Yes.', '', 1, 0, '', 0
            FROM n";
        assert_eq!(tx.query(sql).run().await.unwrap(), 1999);
        tx.commit().await.unwrap();
        dana.post(HARBORLINE, mast()).await.ok();
        let more = dana.post(HARBORLINE, json!({ "question": "One more?", "answer": "No." })).await;
        assert_eq!((more.status.as_u16(), more.reason().as_str()), (400, "TOO_MANY_ANSWERS"));
        assert!(more.json()["message"].as_str().unwrap().starts_with("This company"));
    }

    async fn company_answers_are_paged_and_the_same_over_grpc(server: TestServer) {
        let dana = server.harborline_admin().await;
        for i in 0..5 {
            dana.post(HARBORLINE, json!({ "question": format!("Zeppelin {i}?"), "answer": "Yes." })).await.ok();
        }
        let (mut seen, mut token) = (vec![], String::new());
        loop {
            let page = dana.get(&format!("{HARBORLINE}?query=zeppelin&limit=2&pageToken={token}")).await.ok();
            seen.extend(page["answers"].as_array().unwrap().clone());
            token = page["nextPageToken"].as_str().unwrap().to_owned();
            if token.is_empty() {
                break;
            }
        }
        let request = json!({ "companyId": "company-harborline", "query": "zeppelin" });
        let reply = call(&server, "KnowledgeService.ListCompanyAnswers", &dana.token, request).await;
        let ids = |answers: &[Value]| answers.iter().map(|a| a["_id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&seen), ids(json_of(&reply)["answers"].as_array().unwrap()));
        assert_eq!(seen.len(), 5);
    }

    async fn managers_read_company_answers_and_only_administrators_write_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        dana.post(HARBORLINE, mast()).await.ok();
        assert_eq!(listed(&marcus).await.len(), 1);
        assert_eq!(marcus.post(HARBORLINE, mast()).await.reason(), "ADMINISTRATORS_ONLY");
    }

    async fn answers_of_another_company_look_nonexistent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let made = dana.post(HARBORLINE, mast()).await.ok()["answer"].clone();
        let id = made["_id"].as_str().unwrap();
        let ingrid = server.northgate_admin().await;
        for company in ["company-harborline", "company-nowhere"] {
            let path = format!("/companies/{company}/answers");
            let one = format!("{path}/{id}");
            let refused = [
                ingrid.get(&path).await,
                ingrid.post(&path, mast()).await,
                ingrid.patch(&one, json!({ "answer": "x" })).await,
                ingrid.delete(&one).await,
            ];
            for answer in refused {
                assert_eq!((answer.status.as_u16(), answer.json()["message"].as_str()), (404, Some("There is no such company.")));
            }
        }
        // An answer of another company, addressed through the caller's own company.
        let one = format!("/companies/company-northgate/answers/{id}");
        assert_eq!(ingrid.delete(&one).await.status, 404);
        assert_eq!(listed(&dana).await.len(), 1);
    }

    async fn all_staff_get_events_about_company_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        for staff in [&dana, &marcus] {
            let made = dana.post(HARBORLINE, mast()).await.ok()["answer"].clone();
            dana.delete(&format!("{HARBORLINE}/{}", made["_id"].as_str().unwrap())).await.ok();
            let mut request = tonic::Request::new(WatchEventsRequest { after: 1 });
            request.metadata_mut().insert("usertoken", staff.token.parse().unwrap());
            let mut stream = EventServiceClient::new(server.channel().await).watch_events(request).await.unwrap().into_inner();
            assert_eq!(stream.message().await.unwrap().unwrap().kind(), EventKind::Ready);
            // Events about the demo's emails precede it.
            let mut event = stream.message().await.unwrap().unwrap();
            while event.kind() == EventKind::EmailThread {
                event = stream.message().await.unwrap().unwrap();
            }
            assert_eq!((event.kind(), event.community_id.as_str()), (EventKind::Answer, ""));
        }
    }

    async fn each_change_of_a_company_answer_is_audited(server: TestServer) {
        let dana = server.harborline_admin().await;
        let made = dana.post(HARBORLINE, mast()).await.ok()["answer"].clone();
        dana.delete(&format!("{HARBORLINE}/{}", made["_id"].as_str().unwrap())).await.ok();
        let entries = dana.get("/admin/audit").await.ok()["entries"].clone();
        assert_eq!((&entries[0]["action"], &entries[1]["action"]), (&json!("ANSWER_DELETED"), &json!("ANSWER_CREATED")));
        assert_eq!(entries[1]["subject"], made["_id"]);
    }
}
