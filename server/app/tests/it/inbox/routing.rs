//! Routing rules and their assignments.
use serde_json::{Value, json};

use super::{PHONE, email, listed, text};
use crate::{messaging::twilio::twilio_for, outreach::OSPREY_LAKE, support::*};

/// Returns the ID of the user who is signed in.
pub async fn id_of(staff: &Staff<'_>) -> Value {
    staff.get("/users/token").await.ok()["user"]["_id"].clone()
}

/// Creates a routing rule.
pub async fn rule(admin: &Staff<'_>, name: &str, condition: Value, assignees: &[&Value]) -> Value {
    let body = json!({ "name": name, "condition": condition, "assigneeIds": assignees });
    admin.post("/routingRules", body).await.ok()["routingRule"].clone()
}

fn names(list: &Value) -> Vec<&str> {
    list["routingRules"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

async fn conversation(staff: &Staff<'_>) -> Value {
    let items = listed(staff, "query=llama&channel=TEXT").await;
    let path = format!("/textConversations/{}", items[0]["conversationId"].as_str().unwrap());
    staff.get(&path).await.ok()
}

on_both! {
    async fn administrators_create_and_reorder_routing_rules(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mark = server.login("manager@harborline.example").await;
        let (me, marks) = (id_of(&dana).await, id_of(&mark).await);
        let first = rule(&dana, " Night   emails ", json!({ "channel": "EMAIL", "hours": "OUTSIDE" }), &[&me, &marks, &me]).await;
        assert_eq!((&first["name"], &first["assigneeIds"]), (&json!("Night emails"), &json!([me, marks])));
        assert_eq!(first["assigneeNames"][0], "Dana Okafor");
        assert_eq!(first["condition"]["hours"], "OUTSIDE");
        let second = rule(&dana, "Parking", json!({ "communityId": HARBOR_ROW, "category": "Parking" }), &[&marks]).await;
        assert_eq!(second["communityLabel"], "Harbor Row");
        rule(&dana, "The rest", json!({}), &[&me]).await;
        let path = |one: &Value| format!("/routingRules/{}", one["_id"].as_str().unwrap());
        let moved = dana.post(&format!("{}/move", path(&second)), json!({ "position": 0 })).await.ok();
        assert_eq!(names(&moved), ["Parking", "Night emails", "The rest"]);
        dana.post(&format!("{}/move", path(&second)), json!({ "position": 90 })).await.ok();
        assert_eq!(names(&mark.get("/routingRules").await.ok()), ["Night emails", "The rest", "Parking"]);
        let renamed = json!({ "name": "Night", "assigneeIds": [me] });
        assert_eq!(dana.put(&path(&first), renamed).await.ok()["routingRule"]["condition"]["hours"], Value::Null);

        let wanted = |name: &str, users: Value| json!({ "name": name, "assigneeIds": users });
        assert_eq!(dana.post("/routingRules", wanted("NIGHT", json!([me]))).await.reason(), "ROUTING_RULE_EXISTS");
        assert_eq!(dana.post("/routingRules", wanted(" ", json!([me]))).await.fields(), ["name"]);
        assert_eq!(dana.post("/routingRules", wanted("None", json!([]))).await.fields(), ["assigneeIds"]);
        assert_eq!(dana.post("/routingRules", wanted("Who", json!(["user-nobody"]))).await.status.as_u16(), 404);
        assert_eq!(mark.post("/routingRules", wanted("Mine", json!([marks]))).await.reason(), "ADMINISTRATORS_ONLY");
        assert_eq!(mark.delete(&path(&first)).await.reason(), "ADMINISTRATORS_ONLY");
        dana.delete(&path(&first)).await.ok();
        assert_eq!(dana.delete(&path(&first)).await.status.as_u16(), 404);
        for n in 2..97 {
            rule(&dana, &format!("Rule {n}"), json!({}), &[&me]).await;
        }
        let create = |n: i32| dana.post("/routingRules", wanted(&format!("Last {n}"), json!([me])));
        let last = futures::future::join_all((0..8).map(create)).await;
        let refused: Vec<_> = last.iter().filter(|answer| answer.status != 200).collect();
        assert_eq!(refused.len(), 5);
        assert!(refused.iter().all(|answer| answer.reason() == "TOO_MANY_ROUTING_RULES"));
    }

    async fn a_deleted_user_is_removed_from_routing_rules(server: TestServer) {
        let dana = server.harborline_admin().await;
        let me = id_of(&dana).await;
        let new = json!({
            "first_name": "Ines", "last_name": "Moreau", "email": "ines@harborline.example", "password": "tall-copper-lantern-9",
            "role": "Leasing", "parlor_role": "admin", "phone": "+12025550142", "text_plan": "PARLOR_LITE", "text_communities": [],
        });
        let ines = dana.post("/users", new).await.ok()["user"]["_id"].clone();
        rule(&dana, "Desk", json!({}), &[&ines, &me]).await;
        rule(&dana, "Ines alone", json!({}), &[&ines]).await;
        let assignees = async || {
            let listed = dana.get("/routingRules").await.ok();
            let rules = listed["routingRules"].as_array().unwrap().iter();
            rules.map(|one| (one["assigneeIds"].clone(), one["assigneeNames"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(assignees().await[0], (json!([ines, me]), json!(["Ines Moreau", "Dana Okafor"])));
        server.as_owner(
            "DELETE FROM staff WHERE email = 'ines@harborline.example'",
            "SET parlor.company = 'company-harborline'; DELETE FROM staff WHERE email = 'ines@harborline.example'",
        ).await;
        assert_eq!(assignees().await, [(json!([me]), json!(["Dana Okafor"])), (json!([]), json!([]))]);
        email(&dana, "rae@example.com", "Llama", "There is a llama.").await;
        server.settled().await;
        let items = listed(&dana, "query=llama&channel=EMAIL").await;
        assert_eq!(items[0]["assigneeId"], me, "a rule without users assigns nothing");
    }

    async fn the_first_matching_rule_assigns_texts_and_emails(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let mark = server.login("manager@harborline.example").await;
        let (me, marks) = (id_of(&dana).await, id_of(&mark).await);
        rule(&dana, "Elsewhere", json!({ "communityId": OSPREY_LAKE }), &[&me]).await;
        rule(&dana, "Emails", json!({ "channel": "EMAIL" }), &[&marks]).await;
        rule(&dana, "The rest", json!({}), &[&me]).await;
        text(&server, PHONE).await;
        let thread = email(&dana, "rae@example.com", "Llama", "There is a llama.").await;
        server.settled().await;
        let found = conversation(&dana).await;
        let has = &found["conversation"];
        assert_eq!((&has["assignedToId"], &has["assignedByRule"]), (&me, &json!("The rest")));
        let steps: Vec<&Value> = found["messages"].as_array().unwrap().iter().flat_map(|one| one["steps"].as_array().unwrap()).collect();
        let routed = steps.iter().find(|step| step["kind"] == "ROUTED").expect("a step of the rule");
        assert_eq!(routed["reason"], "The routing rule \"The rest\" assigned this conversation to Dana Okafor.");
        let thread = dana.get(&format!("/emailThreads/{thread}")).await.ok()["thread"].clone();
        assert_eq!((&thread["assigneeId"], &thread["assignedByRule"]), (&marks, &json!("Emails")));
        let audit = dana.get("/admin/audit?action=EMAIL_THREAD_ROUTED").await.ok();
        let summary = audit["entries"][0]["summary"].as_str().unwrap();
        assert!(summary.starts_with("The routing rule \"Emails\" assigned an email thread to"), "{summary}");
    }

    async fn a_rule_assignment_does_not_block_a_colleague_or_the_bot(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let mark = server.login("manager@harborline.example").await;
        let me = id_of(&dana).await;
        rule(&dana, "All", json!({}), &[&me]).await;
        text(&server, PHONE).await;
        let path = format!("/textConversations/{}", conversation(&dana).await["conversation"]["_id"].as_str().unwrap());
        crate::messaging::twilio::text_from(&server, PHONE, HARBOR_ROW_NUMBER, "may i keep a second llama").await;
        server.settled().await;
        let found = conversation(&dana).await;
        let is_left_to_staff = found["messages"].as_array().unwrap().iter().flat_map(|one| one["steps"].as_array().unwrap()).any(|step| step["kind"] == "LEFT_TO_STAFF");
        assert!(!is_left_to_staff, "the bot leaves it to the assignee");
        mark.post(&format!("{path}/takeOver"), json!({})).await.ok();
        let assigned = conversation(&dana).await["conversation"].clone();
        assert_eq!((&assigned["assignedToId"], &assigned["assignedByRule"]), (&id_of(&mark).await, &json!("")));
    }

    async fn a_conversation_that_returns_to_the_bot_is_unassigned_and_routed_again(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let me = id_of(&dana).await;
        let all = rule(&dana, "All", json!({}), &[&me]).await;
        text(&server, PHONE).await;
        let phone = PHONE.replace('+', "%2B");
        let open = dana.get(&format!("/textConversations/escalations/user?communityId={HARBOR_ROW}&search={phone}")).await.ok();
        let escalation = open["escalations"].as_array().unwrap().iter().find(|one| one["phone"] == PHONE).unwrap().clone();
        let dismiss = format!("/textConversations/escalations/{}/dismiss", escalation["_id"].as_str().unwrap());
        dana.post(&dismiss, json!({ "reason": "NOT_A_QUESTION" })).await.ok();
        let items = listed(&dana, "query=llama&channel=TEXT&state=BOT").await;
        assert_eq!((items.len(), &items[0]["assigneeId"]), (1, &json!("")));
        let renamed = json!({ "name": "Renamed", "assigneeIds": [me] });
        dana.put(&format!("/routingRules/{}", all["_id"].as_str().unwrap()), renamed).await.ok();
        text(&server, PHONE).await;
        assert_eq!(conversation(&dana).await["conversation"]["assignedByRule"], "Renamed");
    }

    async fn a_rule_assigns_to_its_user_with_the_fewest_open_items(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let mark = server.login("manager@harborline.example").await;
        let (me, marks) = (id_of(&dana).await, id_of(&mark).await);
        let mut threads = vec![];
        for n in 0..8 {
            threads.push(email(&dana, &format!("rae{n}@example.com"), &format!("Llama {n}"), "Text").await);
        }
        server.settled().await;
        for thread in &threads {
            dana.post(&format!("/emailThreads/{thread}/assign"), json!({ "assigneeId": me })).await.ok();
        }
        rule(&dana, "Desk", json!({ "channel": "EMAIL" }), &[&me, &marks]).await;
        let next = email(&dana, "kim@example.com", "One more llama", "Text").await;
        server.settled().await;
        let thread = dana.get(&format!("/emailThreads/{next}")).await.ok()["thread"].clone();
        assert_eq!(thread["assigneeId"], marks);
        // An item that already has an assignee keeps it.
        email(&dana, "rae0@example.com", "Re: Llama 0", "And another one").await;
        server.settled().await;
        let kept = dana.get(&format!("/emailThreads/{}", threads[0])).await.ok()["thread"].clone();
        assert_eq!((&kept["assigneeId"], &kept["assignedByRule"]), (&me, &json!("")));
    }
}
