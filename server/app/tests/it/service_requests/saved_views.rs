//! Views that users save for the list and the board of service requests.
use super::*;

const VIEWS: &str = "/serviceRequests/views";

async fn save(staff: &Staff<'_>, layout: &str, name: &str, query: &str) -> Answer {
    staff.post(VIEWS, json!({ "layout": layout, "name": name, "query": query })).await
}

/// Returns the layout, name and query of each view of a user.
async fn views(staff: &Staff<'_>) -> Vec<[String; 3]> {
    let listed = staff.get(VIEWS).await.ok();
    let text =
        |view: &Value| ["layout", "name", "query"].map(|field| view[field].as_str().unwrap().to_owned());
    listed["views"].as_array().unwrap().iter().map(text).collect()
}

fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.reason())
}

on_both! {
    async fn views_survive_a_logout_and_are_there_on_another_computer(server: TestServer) {
        let first = server.northgate_admin().await;
        save(&first, "LIST", " Winter   prep ", "priority=high").await.ok();
        save(&first, "BOARD", "Winter prep", "order=newest").await.ok();
        save(&first, "LIST", "All of Larkspur", "").await.ok();
        first.post("/users/logout", json!({})).await.ok();
        let second = server.northgate_admin().await;
        let expected = [
            ["LIST", "Winter prep", "priority=high"],
            ["BOARD", "Winter prep", "order=newest"],
            ["LIST", "All of Larkspur", ""],
        ];
        assert_eq!(views(&second).await, expected);
    }

    async fn a_view_with_the_name_of_another_replaces_it(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let saved = save(&ingrid, "LIST", "Late", "overdue=yes").await.ok()["view"].clone();
        save(&ingrid, "LIST", "Mine", "assignee=me").await.ok();
        let again = save(&ingrid, "LIST", "LATE", "overdue=yes&priority=high").await.ok()["view"].clone();
        assert_eq!(again["_id"], saved["_id"]);
        let expected = [["LIST", "LATE", "overdue=yes&priority=high"], ["LIST", "Mine", "assignee=me"]];
        assert_eq!(views(&ingrid).await, expected);
    }

    async fn views_belong_to_their_user(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let theo = server.login("manager@northgate.example").await;
        let rosalind = server.login("admin@parlor.example").await;
        let saved = save(&ingrid, "LIST", "Late", "overdue=yes").await.ok()["view"].clone();
        save(&theo, "LIST", "Late", "overdue=yes&kind=document").await.ok();
        assert_eq!(views(&theo).await, [["LIST", "Late", "overdue=yes&kind=document"]]);
        assert_eq!(views(&rosalind).await, Vec::<[String; 3]>::new());
        let path = format!("{VIEWS}/{}", saved["_id"].as_str().unwrap());
        for other in [&theo, &rosalind] {
            assert_eq!(refusal(&other.delete(&path).await), (404, "NOT_FOUND".into()));
        }
        ingrid.delete(&path).await.ok();
        assert_eq!(refusal(&ingrid.delete(&path).await), (404, "NOT_FOUND".into()));
        assert_eq!((views(&ingrid).await.len(), views(&theo).await.len()), (0, 1));
        // Someone who acts for the company has views of their own there.
        rosalind.post("/users/actingCompany", json!({ "companyId": "company-northgate" })).await.ok();
        save(&rosalind, "LIST", "Late", "overdue=yes").await.ok();
        assert_eq!((views(&rosalind).await.len(), views(&ingrid).await.len()), (1, 0));
    }

    async fn a_user_has_at_most_twelve_views_of_each_layout(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for number in 1..=12 {
            save(&ingrid, "LIST", &format!("View {number}"), "").await.ok();
        }
        let refused = save(&ingrid, "LIST", "One more", "").await;
        assert_eq!(refusal(&refused), (400, "TOO_MANY_SAVED_VIEWS".into()));
        save(&ingrid, "LIST", "view 12", "overdue=yes").await.ok();
        save(&ingrid, "BOARD", "One more", "").await.ok();
        assert_eq!(views(&ingrid).await.len(), 13);
    }

    async fn views_that_are_saved_at_once_do_not_exceed_the_maximum(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for number in 1..=10 {
            save(&ingrid, "LIST", &format!("View {number}"), "").await.ok();
        }
        let names: Vec<String> = (11..=18).map(|number| format!("View {number}")).collect();
        let last = futures::future::join_all(names.iter().map(|name| save(&ingrid, "LIST", name, ""))).await;
        let refused: Vec<_> = last.iter().filter(|answer| answer.status != 200).map(refusal).collect();
        assert_eq!(refused, vec![(400, "TOO_MANY_SAVED_VIEWS".to_owned()); 6]);
        assert_eq!(views(&ingrid).await.len(), 12);
    }

    async fn a_view_that_is_saved_twice_at_once_is_one_view(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let both = futures::future::join_all(["Late", "LATE"].map(|name| save(&ingrid, "LIST", name, ""))).await;
        let ids: Vec<Value> = both.iter().map(|answer| answer.ok()["view"]["_id"].clone()).collect();
        assert_eq!((&ids[0], views(&ingrid).await.len()), (&ids[1], 1));
    }

    async fn an_invalid_view_is_refused_with_its_field(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for (field, value) in [
            ("layout", Value::Null),
            ("name", json!(" \u{200b} ")),
            ("name", json!("x".repeat(41))),
            ("query", json!("x".repeat(2001))),
        ] {
            let mut body = json!({ "layout": "LIST", "name": "Late", "query": "overdue=yes" });
            body[field] = value.clone();
            assert_eq!(ingrid.post(VIEWS, body).await.fields(), [field], "{value}");
        }
        assert!(views(&ingrid).await.is_empty());
    }
}
