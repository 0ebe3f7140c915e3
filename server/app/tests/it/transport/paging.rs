//! Pages of lists: every row is on one page, also while rows are added, and tokens belong to their list.
use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::*;

const PHONE: &str = "+12025550171";
/// Rows that each list has, in addition to those of the demo, before it is read page by page.
const ROWS: usize = 5;

/// Adds 230 canned replies.
const FILL: &str = "INSERT INTO canned_reply (company_id, id, title, shortcut, body)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 230)
    SELECT 'company-harborline', 'filler-' || i, 'Filler', 'filler-' || i, 'Hi' FROM n";

/// A list, and how rows are added to it.
struct List {
    path: String,
    /// The response's field with the rows.
    rows: &'static str,
    /// The path to which a row is posted.
    add: String,
    /// Returns the body for the nth row.
    body: fn(usize) -> Value,
    /// Whether the first page has the newest rows while each page is sorted oldest first.
    is_newest_page_first: bool,
}

impl List {
    fn new(path: &str, rows: &'static str, body: fn(usize) -> Value) -> Self {
        let (path, add) = (path.to_owned(), path.to_owned());
        Self { path, rows, add, body, is_newest_page_first: false }
    }

    async fn page(&self, staff: &Staff<'_>, limit: usize, token: &str) -> Answer {
        let mark = if self.path.contains('?') { '&' } else { '?' };
        staff.get(&format!("{}{mark}limit={limit}&pageToken={token}", self.path)).await
    }

    /// Returns the IDs on a page in the order of the list, and the token of the next page.
    async fn ids(&self, staff: &Staff<'_>, limit: usize, token: &str) -> (Vec<String>, String) {
        let page = self.page(staff, limit, token).await.ok();
        let rows = page[self.rows].as_array().unwrap();
        let mut ids: Vec<_> = rows.iter().map(|row| row["_id"].as_str().unwrap().to_owned()).collect();
        assert!(ids.len() <= limit, "{}: {page}", self.path);
        if self.is_newest_page_first {
            ids.reverse();
        }
        (ids, page["nextPageToken"].as_str().unwrap().to_owned())
    }

    async fn add_row(&self, server: &TestServer, staff: &Staff<'_>, nth: usize) {
        let token = if self.add == "/users/login" { "" } else { &staff.token };
        server.rest("POST", &self.add, token, Some((self.body)(nth))).await.ok();
        server.settled().await;
    }
}

fn user(nth: usize) -> Value {
    let email = format!("new-{nth}@harborline.example");
    json!({ "email": email, "first_name": "Ann", "last_name": format!("Lee {}", nth % 3), "role": "Leasing" })
}

/// Returns the lists, with the work orders of a new request and the texts of a phone.
async fn lists(staff: &Staff<'_>) -> Vec<List> {
    let request = json!({ "communityId": HARBOR_ROW, "title": "Gate sticks" });
    let request = staff.post("/serviceRequests", request).await.ok()["serviceRequest"].clone();
    let orders = format!("/serviceRequests/{}/workOrders", request["_id"].as_str().unwrap());
    let reply = |nth: usize| json!({ "title": format!("Title {}", nth % 3), "shortcut": format!("reply-{nth}"), "body": "Hi" });
    let partner = |nth: usize| json!({ "name": format!("Ledger {}", nth % 3), "scopes": ["COMPANY_READ"] });
    let order = |nth: usize| json!({ "vendor": format!("Vendor {nth}"), "email": "desk@vendor.example" });
    let text =
        |nth: usize| json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": format!("parking {nth}") });
    let login = |_: usize| json!({ "email": "admin@harborline.example", "password": PASSWORD });
    vec![
        List::new("/cannedReplies", "cannedReplies", reply),
        List::new("/admin/partners", "partners", partner),
        List::new(&orders, "workOrders", order),
        List { add: "/users/login".into(), ..List::new("/users/sessions", "sessions", login) },
        List {
            add: "/handset/messages".into(),
            is_newest_page_first: true,
            ..List::new(&format!("/handset/messages?phone=%2B{}", &PHONE[1..]), "messages", text)
        },
        List { add: "/users/invite".into(), ..List::new("/emailThreads/assignees", "assignees", user) },
        List {
            add: "/users/invite".into(),
            ..List::new("/serviceRequests/assignees", "assignees", |nth: usize| user(nth + 100))
        },
    ]
}

on_both! {
    async fn every_row_is_on_one_page_while_rows_are_added(server: TestServer) {
        let dana = server.harborline_admin().await;
        for list in lists(&dana).await {
            for nth in 0..ROWS {
                list.add_row(&server, &dana, nth).await;
            }
            let (before, rest) = list.ids(&dana, 200, "").await;
            assert!(before.len() >= ROWS && rest.is_empty(), "{}: {before:?}", list.path);
            let (mut walked, mut token) = list.ids(&dana, 2, "").await;
            for nth in ROWS.. {
                if token.is_empty() {
                    break;
                }
                if nth < 2 * ROWS {
                    list.add_row(&server, &dana, nth).await;
                }
                let (ids, next) = list.ids(&dana, 2, &token).await;
                walked.extend(ids);
                token = next;
            }
            let distinct: HashSet<&String> = walked.iter().collect();
            assert_eq!(distinct.len(), walked.len(), "{}: {walked:?}", list.path);
            walked.retain(|id| before.contains(id));
            assert_eq!(walked, before, "{}", list.path);
        }
    }

    async fn a_changed_token_and_that_of_another_list_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let lists = lists(&dana).await;
        let mut tokens = Vec::new();
        for list in &lists {
            for nth in 0..2 {
                list.add_row(&server, &dana, nth).await;
            }
            let (_, token) = list.ids(&dana, 1, "").await;
            assert_ne!(token, "", "{}", list.path);
            tokens.push(token);
        }
        for (n, list) in lists.iter().enumerate() {
            let digit = if tokens[n].ends_with('0') { "1" } else { "0" };
            let changed = format!("{}{digit}", &tokens[n][..tokens[n].len() - 1]);
            let shortened = tokens[n][2..].to_owned();
            let others = tokens.iter().enumerate().filter(|(other, _)| *other != n).map(|(_, token)| token.clone());
            for token in others.chain([changed, shortened]) {
                let refused = list.page(&dana, 1, &token).await;
                assert_eq!(refused.status, 400, "{}", list.path);
                assert_eq!(refused.fields(), ["pageToken"], "{}", list.path);
            }
            assert_eq!(list.page(&dana, 1, &tokens[n]).await.status, 200, "{}", list.path);
        }
    }

    async fn a_token_of_other_filters_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        for nth in 0..3 {
            dana.text(&format!("+1202555017{nth}"), HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        }
        let path = format!("/textConversations/escalations/user?communityId={HARBOR_ROW}");
        let first = dana.get(&format!("{path}&limit=1")).await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        for (same, status) in [
            (format!("{path}&limit=2"), 200),
            (format!("{path}&limit=2&reviewed=false"), 200),
            (format!("{path}&limit=1&reviewed=true"), 400),
            (format!("{path}&limit=1&newestFirst=true"), 400),
            ("/textConversations/escalations/user?limit=1".to_owned(), 400),
        ] {
            let page = dana.get(&format!("{same}&pageToken={token}")).await;
            assert_eq!(page.status, status, "{same}");
            assert!(status == 200 || page.fields() == ["pageToken"], "{same}");
        }
        // Words that are marked in a conversation do not filter its messages.
        let conversations = dana.get("/textConversations?limit=1").await.ok();
        let id = conversations["conversations"][0]["_id"].as_str().unwrap();
        let newest = dana.get(&format!("/textConversations/{id}?limit=1")).await.ok();
        let token = newest["nextPageToken"].as_str().unwrap();
        assert_ne!(token, "");
        dana.get(&format!("/textConversations/{id}?limit=1&query=zeppelin&pageToken={token}")).await.ok();
    }

    async fn a_page_has_50_rows_unless_a_limit_is_set_and_at_most_200(server: TestServer) {
        let dana = server.harborline_admin().await;
        server.insert("company-harborline", FILL).await;
        let mut counts = Vec::new();
        for query in ["", "?limit=0", "?limit=199", "?limit=200", "?limit=201", "?limit=2147483647"] {
            let page = dana.get(&format!("/cannedReplies{query}")).await.ok();
            assert_ne!(page["nextPageToken"], "", "{query}");
            counts.push(page["cannedReplies"].as_array().unwrap().len());
        }
        assert_eq!(counts, [50, 50, 199, 200, 200, 200]);
        assert_eq!(dana.get("/cannedReplies?limit=-1").await.fields(), ["limit"]);
    }

    async fn lists_with_long_names_in_any_script_have_a_next_page(server: TestServer) {
        let dana = server.harborline_admin().await;
        let title = "\u{1f3e0}".repeat(60);
        for shortcut in ["house-1", "house-2", "house-3"] {
            dana.post("/cannedReplies", json!({ "title": title, "shortcut": shortcut, "body": "Hi" })).await.ok();
        }
        let list = List::new("/cannedReplies", "cannedReplies", |_| Value::Null);
        let (mut walked, mut token) = list.ids(&dana, 1, "").await;
        while !token.is_empty() {
            let (ids, next) = list.ids(&dana, 1, &token).await;
            walked.extend(ids);
            token = next;
        }
        assert_eq!(walked, list.ids(&dana, 200, "").await.0);
    }

    async fn channels_and_text_plan_usages_are_read_page_by_page(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (path, rows) in [("/inbox/channels", "channels"), ("/textPlan/usage", "usages")] {
            let whole = dana.get(&format!("{path}?limit=200")).await.ok();
            assert_eq!(whole["nextPageToken"], "", "{path}");
            let whole = whole[rows].as_array().unwrap().clone();
            let (mut walked, mut token) = (Vec::new(), String::new());
            loop {
                let page = dana.get(&format!("{path}?limit=1&pageToken={token}")).await.ok();
                walked.extend(page[rows].as_array().unwrap().clone());
                token = page["nextPageToken"].as_str().unwrap().to_owned();
                if token.is_empty() {
                    break;
                }
            }
            assert!(walked.len() > 2, "{path}: {walked:?}");
            assert_eq!(walked, whole, "{path}");
        }
    }
}
