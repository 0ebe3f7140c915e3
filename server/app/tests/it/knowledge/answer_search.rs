//! Searching the answers of all communities.
use serde_json::{Value, json};

use crate::support::*;

const MERIDIAN: &str = "community-the-meridian";

async fn add(dana: &Staff<'_>, community: &str, question: &str, answer: &str) {
    let path = format!("/textCommunities/community/{community}/answers");
    dana.post(&path, json!({ "question": question, "answer": answer })).await.ok();
}

/// Returns the community and the question of each answer that a search finds.
async fn found(staff: &Staff<'_>, query: &str) -> Vec<(String, String)> {
    let response = staff.get(&format!("/textCommunities/answers?query={query}")).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let answers = response["answers"].as_array().unwrap();
    answers.iter().map(|answer| (text(&answer["communityId"]), text(&answer["question"]))).collect()
}

on_both! {
    async fn answers_of_all_communities_are_found_questions_first(server: TestServer) {
        let dana = server.harborline_admin().await;
        add(&dana, HARBOR_ROW, "Who cleans the gutters?", "The zeppelin crew.").await;
        add(&dana, MERIDIAN, "Where is the zeppelin?", "On the roof.").await;
        let meridian = (MERIDIAN.to_owned(), "Where is the zeppelin?".to_owned());
        let harbor = (HARBOR_ROW.to_owned(), "Who cleans the gutters?".to_owned());
        assert_eq!(found(&dana, "Zeppelin").await, [meridian, harbor.clone()]);
        assert_eq!(found(&dana, "zeppelin+gutters").await, [harbor]);
    }

    async fn communities_that_are_named_come_first_and_none_fills_the_list(server: TestServer) {
        let dana = server.harborline_admin().await;
        for number in 0..7 {
            add(&dana, HARBOR_ROW, &format!("Zeppelin rule {number}?"), "Yes.").await;
        }
        add(&dana, MERIDIAN, "Zeppelin rule?", "Yes.").await;
        for (first, other) in [(HARBOR_ROW, MERIDIAN), (MERIDIAN, HARBOR_ROW)] {
            let found = found(&dana, &format!("zeppelin&firstCommunityIds={first}&firstCommunityIds={other}")).await;
            assert_eq!((found.len(), found[0].0.as_str()), (6, first), "{found:?}");
        }
        let limited = dana.get("/textCommunities/answers?query=zeppelin&limit=2").await.ok();
        assert_eq!(limited["answers"].as_array().unwrap().len(), 2);
    }

    async fn answers_of_communities_that_the_caller_cannot_see_are_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        for community in ["community-osprey-lake", MERIDIAN] {
            add(&dana, community, "Where is the zeppelin?", "On the roof.").await;
        }
        assert_eq!(found(&dana, "zeppelin").await.len(), 2);
        let seen = found(&marcus, "zeppelin").await;
        assert_eq!((seen.len(), seen[0].0.as_str()), (1, MERIDIAN));
        let foreign = server.northgate_admin().await;
        assert_eq!(found(&foreign, &format!("zeppelin&firstCommunityIds={HARBOR_ROW}")).await, []);
    }
}
