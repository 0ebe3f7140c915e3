//! Homeowner accounts of a community: stored, searched and imported from files.
use std::{
    io::{Cursor, Write},
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use tonic::Code;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::support::*;

pub const OF: &str = "/textCommunities/community/community-harbor-row/accounts";

/// Adds an account to Harbor Row.
pub async fn add_account(staff: &Staff<'_>, account: Value) -> Value {
    staff.post(OF, account).await.ok()["account"].clone()
}

async fn numbers(staff: &Staff<'_>, query: &str) -> Vec<String> {
    let listed = staff.get(&format!("{OF}?{query}")).await.ok();
    let listed = listed["accounts"].as_array().unwrap().iter();
    listed.map(|account| account["number"].as_str().unwrap().to_owned()).collect()
}

async fn import(staff: &Staff<'_>, bytes: impl AsRef<[u8]>, with: Value) -> Answer {
    let mut body = with;
    body["data"] = json!(STANDARD.encode(bytes));
    staff.post(&format!("{OF}/import"), body).await
}

/// Deletes the accounts of the demo.
async fn empty(staff: &Staff<'_>) {
    import(staff, "account\nnone\n", json!({ "whole": true })).await.ok();
    let none = staff.get(OF).await.ok()["accounts"][0]["_id"].as_str().unwrap().to_owned();
    staff.delete(&format!("{OF}/{none}")).await.ok();
}

/// Returns a small archive with a file that unpacks to a large one.
fn bomb() -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("xl/worksheets/sheet1.xml", SimpleFileOptions::default()).unwrap();
    for _ in 0..65 {
        archive.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

on_both! {
    async fn an_account_is_created_found_updated_and_deleted(server: TestServer) {
        let dana = server.harborline_admin().await;
        empty(&dana).await;
        let kept = add_account(&dana, json!({
            "number": " HR  1004 ", "unit": "4B", "name": "Ana Ruiz", "phones": ["(202) 555-0141", "+12025550141", "2025550142"],
            "email": "Ana@Example.com", "balanceCents": 123_456,
        })).await;
        assert_eq!((&kept["number"], &kept["email"]), (&json!("HR 1004"), &json!("ana@example.com")));
        assert_eq!(kept["phones"], json!(["+12025550141", "+12025550142"]));
        assert_eq!((&kept["balanceCents"], &kept["balanceOn"]), (&json!(123_456), &json!("2026-03-02")));
        add_account(&dana, json!({ "number": "HR 1012", "unit": "12A" })).await;
        add_account(&dana, json!({ "number": "HR 1002", "unit": "2_A", "name": "100% Ruiz" })).await;
        assert_eq!(numbers(&dana, "").await, ["HR 1002", "HR 1004", "HR 1012"]);
        for (query, found) in [
            ("ruiz", vec!["HR 1002", "HR 1004"]), ("ANA%40", vec!["HR 1004"]), ("%28202%29+555-0142", vec!["HR 1004"]),
            ("4b", vec!["HR 1004"]), ("2_a", vec!["HR 1002"]), ("100%25", vec!["HR 1002"]), ("1012", vec!["HR 1012"]), ("nobody", vec![]),
        ] {
            assert_eq!(numbers(&dana, &format!("query={query}")).await, found, "{query}");
        }
        let page = dana.get(&format!("{OF}?limit=2")).await.ok();
        assert_eq!((page["accounts"].as_array().unwrap().len(), &page["total"]), (2, &json!(3)));
        assert_eq!(numbers(&dana, &format!("limit=2&pageToken={}", page["nextPageToken"].as_str().unwrap())).await, ["HR 1012"]);

        let path = format!("{OF}/{}", kept["_id"].as_str().unwrap());
        server.later(Duration::from_secs(24 * 3600)).await;
        let same = dana.patch(&path, json!({ "inCollections": true, "balance": { "cents": 123_456 }, "version": 1 })).await.ok()["account"].clone();
        assert_eq!((&same["inCollections"], &same["balanceOn"], &same["version"]), (&json!(true), &json!("2026-03-02"), &json!(2)));
        let owed = dana.patch(&path, json!({ "balance": { "cents": -500 }, "phones": { "numbers": [] } })).await.ok()["account"].clone();
        assert_eq!((&owed["balanceCents"], &owed["balanceOn"], &owed["phones"]), (&json!(-500), &json!("2026-03-03"), &json!([])));
        let forgotten = dana.patch(&path, json!({ "balance": {} })).await.ok()["account"].clone();
        assert_eq!((forgotten.get("balanceCents"), &forgotten["balanceOn"]), (None, &json!("")));
        dana.delete(&path).await.ok();
        assert_eq!(numbers(&dana, "").await, ["HR 1002", "HR 1012"]);
        assert_eq!(dana.delete(&path).await.status, 404);
    }

    async fn validation_errors_of_an_account_name_the_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        empty(&dana).await;
        let kept = add_account(&dana, json!({ "number": "A-1" })).await;
        let path = format!("{OF}/{}", kept["_id"].as_str().unwrap());
        for (body, field) in [
            (json!({ "number": "   " }), "number"),
            (json!({ "number": "A-2", "phones": ["555-0101"] }), "phones"),
            (json!({ "number": "A-2", "email": "ana at home" }), "email"),
            (json!({ "number": "A-2", "balanceCents": 1, "balanceOn": "yesterday" }), "balanceOn"),
            (json!({ "number": "A-2", "balanceCents": 1, "balanceOn": "3026-03-02" }), "balanceOn"),
            (json!({ "number": "A-2", "balanceCents": 1, "balanceOn": "1926-03-02" }), "balanceOn"),
            (json!({ "number": "A-2", "balanceCents": 1_000_000_001 }), "balanceCents"),
        ] {
            assert_eq!(dana.post(OF, body.clone()).await.fields(), [field], "{body}");
        }
        let conflict = dana.post(OF, json!({ "number": " a-1" })).await;
        assert_eq!((conflict.status.as_u16(), conflict.reason().as_str()), (409, "ACCOUNT_EXISTS"));
        let other = add_account(&dana, json!({ "number": "A-2" })).await;
        let conflict = dana.patch(&format!("{OF}/{}", other["_id"].as_str().unwrap()), json!({ "number": "A-1" })).await;
        assert_eq!((conflict.status.as_u16(), conflict.reason().as_str()), (409, "ACCOUNT_EXISTS"));
        dana.patch(&path, json!({ "unit": "1" })).await.ok();
        let late = dana.patch(&path, json!({ "unit": "2", "version": 1 })).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "ACCOUNT_CHANGED"));
    }

    async fn an_import_can_be_previewed(server: TestServer) {
        let dana = server.harborline_admin().await;
        empty(&dana).await;
        for number in ["A-1", "A-2", "A-3"] {
            add_account(&dana, json!({ "number": number, "unit": number, "phones": ["+12025550141"] })).await;
        }
        let file = "Account,Unit,Phone,Balance,As of,Collections\nA-1,A-1,+12025550141,,,\nA-2,2,202-555-0142,$40.00,3/1/2026,yes\nA-4,4,555,,,\nA-5,5,,1,,maybe\nA-6,6,,-3,,\n";
        let dry_run = import(&dana, file, json!({ "whole": true, "dryRun": true })).await.ok();
        assert_eq!(numbers(&dana, "").await, ["A-1", "A-2", "A-3"], "nothing is changed");
        let counts = ["added", "changed", "gone", "unchanged", "rejectedCount"].map(|count| dry_run[count].as_i64().unwrap());
        assert_eq!(counts, [1, 1, 1, 1, 2]);
        let lines: Vec<_> = dry_run["rejected"].as_array().unwrap().iter().map(|line| (line["line"].as_i64().unwrap(), line["number"].as_str().unwrap())).collect();
        assert_eq!(lines, [(4, "A-4"), (5, "A-5")]);
        assert!(dry_run["rejected"][0]["reason"].as_str().unwrap().contains("\"555\" is no phone number"));
        let changed = &dry_run["differences"][0];
        assert_eq!((&changed["before"]["unit"], &changed["after"]["unit"], &changed["after"]["balanceCents"]), (&json!("A-2"), &json!("2"), &json!(4_000)));
        assert_eq!((&dry_run["differences"][2]["before"]["number"], dry_run["differences"][2].get("after")), (&json!("A-3"), None));

        // An account is added in the meantime, so the import would differ from its preview.
        let added = add_account(&dana, json!({ "number": "A-6" })).await;
        let preview = dry_run["preview"].as_str().unwrap();
        let late = import(&dana, file, json!({ "whole": true, "preview": preview })).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "ACCOUNTS_CHANGED"));
        dana.delete(&format!("{OF}/{}", added["_id"].as_str().unwrap())).await.ok();
        let again = import(&dana, file, json!({ "whole": true, "preview": preview })).await.ok();
        assert_eq!(again["preview"], dry_run["preview"]);
        assert_eq!(numbers(&dana, "").await, ["A-2", "A-6", "A-1"]);
        let listed = dana.get(&format!("{OF}?query=2025550142")).await.ok();
        assert_eq!((&listed["accounts"][0]["number"], &listed["accounts"][0]["inCollections"]), (&json!("A-2"), &json!(true)));
        let once_more = import(&dana, file, json!({ "whole": true })).await.ok();
        assert_eq!((&once_more["unchanged"], &once_more["differences"]), (&json!(3), &json!([])));
    }

    async fn invalid_import_files_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (bytes, words) in [
            (bomb(), "expands to far more data than allowed"),
            (b"PK\x03\x04 and nothing".to_vec(), "cannot be read"),
            (vec![0; 40], "neither CSV nor XLSX"),
            (b"unit,name\n4B,Ana\n".to_vec(), "no column \"account\""),
            (b"account,name\r\nA-1,Ana\r\nA-2,\"Bo\r\nA-3,Cy\r\n".to_vec(), "Line 3: a quotation mark opens a cell"),
            (b"a,\n".repeat(20_002), "more than 20,000 lines"),
            (vec![b'a'; (5 << 20) + 1], "larger than 5 MB"),
        ] {
            let refused = import(&dana, bytes, json!({})).await;
            assert_eq!(refused.fields(), ["data"]);
            let details = refused.json()["details"].to_string().replace('\\', "");
            assert!(details.contains(words), "{words}: {details}");
        }
    }

    async fn spreadsheet_formats_of_numbers_dates_and_phones_are_imported(server: TestServer) {
        let dana = server.harborline_admin().await;
        let unicode: Vec<u8> = "\u{feff}Account\tUnit\tHome phone\tCell\tBalance\tAs of\r\n\
                                A-1\t1\t(202) 555-0151; 202-555-0152\t2025550151\t$ (1,120.50)\t3/1/2026\r\n\
                                A-2\t1\t\t\t#REF!\t3/1/2026\r\nA-3\t3\t\t\t5\t3/1/3026\r\nA-4\t4\t202-555-0153 202-555-0154\t\t\t\r\n"
            .encode_utf16().flat_map(u16::to_le_bytes).collect();
        let preview = import(&dana, unicode, json!({ "dryRun": true, "whole": true })).await.ok();
        let account = &preview["differences"][0]["after"];
        assert_eq!((&account["phones"], &account["balanceCents"]), (&json!(["+12025550151", "+12025550152"]), &json!(-112_050)));
        let rejected = preview["rejected"].as_array().unwrap().iter();
        let lines: Vec<_> = rejected.map(|line| (line["line"].as_i64().unwrap(), line["reason"].as_str().unwrap())).collect();
        assert!(matches!(lines.as_slice(), [(3, _), (4, _), (5, _)]), "{lines:?}");
        for ((_, reason), words) in lines.iter().zip(["shows #REF!", "3026-03-01 is more than a year ahead", "is no phone number"]) {
            assert!(reason.contains(words), "{words}: {reason}");
        }
    }

    async fn a_large_import_succeeds_and_returns_some_differences(server: TestServer) {
        let dana = server.harborline_admin().await;
        let lines: String = (0..1_000).map(|n| format!("N-{n},{n},{n}.25\n")).collect();
        let imported = import(&dana, format!("account,unit,balance\n{lines}"), json!({ "whole": true })).await.ok();
        assert_eq!((&imported["added"], &imported["rejectedCount"], imported["differences"].as_array().unwrap().len()), (&json!(1_000), &json!(0), 200));
        assert_eq!(dana.get(OF).await.ok()["total"], 1_000);
        assert_eq!(import(&dana, format!("account,unit,balance\n{lines}"), json!({})).await.ok()["unchanged"], 1_000);
    }

    async fn managers_edit_accounts_and_only_administrators_import_and_delete(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let kept = add_account(&marcus, json!({ "number": "M-1" })).await;
        let path = format!("{OF}/{}", kept["_id"].as_str().unwrap());
        marcus.patch(&path, json!({ "unit": "7" })).await.ok();
        for refused in [marcus.delete(&path).await, import(&marcus, "account\nM-2\n", json!({})).await] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "ADMINISTRATORS_ONLY"));
        }
        let blaster = server.login("blaster@harborline.example").await;
        assert_eq!(blaster.get(OF).await.reason(), "SCREEN_NOT_AVAILABLE");
        // The manager cannot see Osprey Lake; another company finds none of it.
        assert_eq!(marcus.get("/textCommunities/community/community-osprey-lake/accounts").await.status, 404);
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get(OF).await.status, 404);
        let elsewhere = format!("/textCommunities/community/community-larkspur-commons/accounts/{}", kept["_id"].as_str().unwrap());
        assert_eq!(ingrid.patch(&elsewhere, json!({ "unit": "1" })).await.status, 404);
        assert_eq!(dana.patch(&path, json!({ "version": 2 })).await.ok()["account"]["unit"], "7");
    }

    async fn the_audit_trail_contains_no_account_data(server: TestServer) {
        let dana = server.harborline_admin().await;
        let secrets = json!({ "number": "S-77", "name": "Quentin Zephyr", "phones": ["+12025550177"], "email": "zephyr@example.com", "balanceCents": 987_654 });
        let kept = add_account(&dana, secrets).await;
        import(&dana, "account,name\nS-77,Quentin Xanadu\n", json!({})).await.ok();
        dana.delete(&format!("{OF}/{}", kept["_id"].as_str().unwrap())).await.ok();
        let trail = dana.get("/admin/audit").await.ok();
        let actions: Vec<_> = trail["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
        assert_eq!(actions[..3], ["HOMEOWNER_DELETED", "HOMEOWNERS_IMPORTED", "HOMEOWNER_CREATED"]);
        for secret in ["S-77", "Zephyr", "Xanadu", "55501", "zephyr@", "9876", "9,876"] {
            assert!(!trail.to_string().contains(secret), "{secret}");
        }
    }

    async fn grpc_and_rest_return_the_same_accounts(server: TestServer) {
        let dana = server.harborline_admin().await;
        add_account(&dana, json!({ "number": "G-1", "unit": "1", "balanceCents": -5 })).await;
        let list = server.rpc("HomeownerService.ListHomeownerAccounts", &dana.token, json!({ "communityId": HARBOR_ROW })).await;
        assert_same(&dana.get(OF).await.ok(), &response_json(&list));
        let data = STANDARD.encode("account,unit\nG-1,2\nG-2,\n");
        let request = json!({ "communityId": HARBOR_ROW, "data": data, "dryRun": true });
        let preview = server.rpc("HomeownerService.ImportHomeownerAccounts", &dana.token, request).await;
        assert_same(&import(&dana, "account,unit\nG-1,2\nG-2,\n", json!({ "dryRun": true })).await.ok(), &response_json(&preview));
        let request = json!({ "communityId": HARBOR_ROW, "number": "g-1" });
        let conflict = server.rpc("HomeownerService.CreateHomeownerAccount", &dana.token, request).await;
        assert_eq!(refused(&conflict), (Code::AlreadyExists, "ACCOUNT_EXISTS".into()));
    }
}
