//! The search for homeowner accounts in all communities.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::support::*;

const MERIDIAN: &str = "community-the-meridian";
const OSPREY_LAKE: &str = "community-osprey-lake";

fn path(community: &str) -> String {
    format!("/textCommunities/community/{community}/accounts")
}

/// Adds an account to a community and returns its ID.
async fn add(staff: &Staff<'_>, community: &str, account: Value) -> String {
    let added = staff.post(&path(community), account).await.ok();
    added["account"]["_id"].as_str().unwrap().to_owned()
}

/// Returns the numbers of the accounts that a search finds.
async fn search(staff: &Staff<'_>, query: &str) -> Vec<String> {
    let found = staff.get(&format!("/textCommunities/accounts?{query}")).await.ok();
    let found = found["accounts"].as_array().unwrap().iter();
    found.map(|account| account["number"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_search_finds_accounts_of_all_communities_by_words(server: TestServer) {
        let dana = server.harborline_admin().await;
        add(&dana, MERIDIAN, json!({
            "number": "ZZ-77", "unit": "9Q", "name": "Zora Quillfeather", "email": "zora.q@quill.example",
            "phones": ["(303) 256-7788", "+442079460958"],
        })).await;
        add(&dana, OSPREY_LAKE, json!({ "number": "ZZ-78", "unit": "9Q", "name": "Abe Quill" })).await;
        add(&dana, HARBOR_ROW, json!({ "number": "ZZ-79", "name": "Quillon O'Zora 100%" })).await;
        for (query, found) in [
            // Accounts with exactly the word come first, then the others by name.
            ("quill", vec!["ZZ-78", "ZZ-79", "ZZ-77"]),
            ("QUILLFEATHER+zor", vec!["ZZ-77"]),
            ("9q", vec!["ZZ-78", "ZZ-77"]),
            ("9q+quill", vec!["ZZ-78", "ZZ-77"]),
            ("zz-79", vec!["ZZ-79"]),
            ("zora", vec!["ZZ-79", "ZZ-77"]),
            ("zora.q%40quill.example", vec!["ZZ-77"]),
            ("zora.q%40", vec!["ZZ-77"]),
            ("7788", vec!["ZZ-77"]),
            ("2567788", vec!["ZZ-77"]),
            ("%28303%29+256-7788", vec!["ZZ-77"]),
            ("%2B13032567788", vec!["ZZ-77"]),
            ("%2B44+20+7946", vec!["ZZ-77"]),
            ("quill+nobody", vec![]),
            ("feather", vec![]),
            ("100%25+quillon", vec!["ZZ-79"]),
            ("--", vec![]),
        ] {
            assert_eq!(search(&dana, &format!("query={query}")).await, found, "{query}");
        }
        assert_eq!(search(&dana, "query=quill&limit=1").await, ["ZZ-78"]);
        for (limit, has_more) in [(1, true), (2, true), (3, false), (0, false)] {
            let found = dana.get(&format!("/textCommunities/accounts?query=quill&limit={limit}")).await.ok();
            assert_eq!(found["hasMore"], has_more, "{limit}");
        }
        assert_eq!(dana.get("/textCommunities/accounts?query=q").await.fields(), ["query"]);
    }

    async fn a_search_finds_only_accounts_that_the_caller_sees(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        for (community, number) in [(MERIDIAN, "ZZ-1"), (OSPREY_LAKE, "ZZ-2")] {
            add(&dana, community, json!({ "number": number, "name": "Zora Quill", "phones": ["+13032567788"] })).await;
        }
        let ingrid = server.northgate_admin().await;
        for query in ["query=zora", "query=7788", "query=zora+quill"] {
            assert_eq!(search(&dana, query).await.len(), 2, "{query}");
            // Osprey Lake is not assigned to Marcus.
            assert_eq!(search(&marcus, query).await, ["ZZ-1"], "{query}");
            assert_eq!(search(&ingrid, query).await, Vec::<String>::new(), "{query}");
        }
        let reason = "The contract with this association has ended.".replace(' ', "+");
        dana.delete(&format!("/admin/textCommunities/{MERIDIAN}?reason={reason}")).await.ok();
        assert_eq!(search(&dana, "query=zora").await, ["ZZ-2"], "a deleted community");
        assert_eq!(search(&marcus, "query=zora").await, Vec::<String>::new());
    }

    async fn a_search_knows_the_latest_words_of_an_account(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = add(&dana, MERIDIAN, json!({ "number": "ZZ-1", "name": "Zora Quill", "phones": ["+13032567788"] })).await;
        let one = format!("{}/{id}", path(MERIDIAN));
        dana.patch(&one, json!({ "name": "Zora Feather", "phones": { "numbers": [] } })).await.ok();
        assert_eq!(search(&dana, "query=quill").await, Vec::<String>::new());
        assert_eq!(search(&dana, "query=7788").await, Vec::<String>::new());
        assert_eq!(search(&dana, "query=feather").await, ["ZZ-1"]);
        let file = STANDARD.encode("account,name,unit\nZZ-1,Zora Lark,9Q\nZZ-2,Abe Lark,9R\n");
        dana.post(&format!("{}/import", path(MERIDIAN)), json!({ "data": file })).await.ok();
        assert_eq!(search(&dana, "query=feather").await, Vec::<String>::new());
        assert_eq!(search(&dana, "query=lark").await, ["ZZ-2", "ZZ-1"]);
        dana.delete(&one).await.ok();
        assert_eq!(search(&dana, "query=lark").await, ["ZZ-2"]);
    }

    async fn a_search_among_many_accounts_returns_at_most_20(server: TestServer) {
        let dana = server.harborline_admin().await;
        let lines = |from: usize| (from..from + 3_000).map(|n| format!("B-{n},Bulk Owner {n},Tower {n}\n")).collect::<String>();
        for (community, from) in [(MERIDIAN, 10_000), (OSPREY_LAKE, 20_000)] {
            let file = STANDARD.encode(format!("account,name,unit\n{}", lines(from)));
            dana.post(&format!("{}/import", path(community)), json!({ "data": file })).await.ok();
        }
        add(&dana, OSPREY_LAKE, json!({ "number": "ZZ-1", "name": "Bulk Quill" })).await;
        assert_eq!(search(&dana, "query=bulk+owner&limit=200").await.len(), 20);
        assert_eq!(search(&dana, "query=tower+bulk+22999").await, ["B-22999"]);
        assert_eq!(search(&dana, "query=bulk+quill").await, ["ZZ-1"]);
    }
}
