//! The values that the audit trail records of changed fields.
use serde_json::{Value, json};

use crate::{
    messaging::web_chat::{change_site, site_path},
    support::*,
};

/// Returns the changes of the newest entry with an action.
async fn changes(staff: &Staff<'_>, action: &str) -> Value {
    let entries = staff.get(&format!("/admin/audit?action={action}")).await.ok();
    entries["entries"][0]["changes"].clone()
}

fn change(field: &str, before: &str, after: &str) -> Value {
    json!({ "field": field, "before": before, "after": after })
}

on_both! {
    async fn audited_user_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({ "role": "Regional Manager", "text_communities": ["community-osprey-lake"] });
        dana.put("/users/id/staff-harborline-manager", body).await.ok();
        let recorded = changes(&dana, "USER_UPDATED").await;
        assert_eq!((&recorded[0]["field"], &recorded[0]["after"]), (&json!("role"), &json!("Regional Manager")));
        assert_eq!(recorded[1]["field"], "text_communities_mapping");
        assert_eq!(recorded[1]["after"], "Osprey Lake");
        assert!(recorded[1]["before"].as_str().unwrap().contains("Harbor Row"), "{recorded}");
        assert_eq!(recorded.as_array().unwrap().len(), 2, "{recorded}");
    }

    async fn audited_community_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/admin/textCommunities/{HARBOR_ROW}");
        for address in ["one@harbor.example", "two@harbor.example"] {
            dana.patch(&path, json!({ "escalationEmail": address })).await.ok();
        }
        assert_eq!(
            changes(&dana, "COMMUNITY_UPDATED").await,
            json!([change("escalationEmail", "one@harbor.example", "two@harbor.example")])
        );
    }

    async fn turning_training_on_or_off_is_audited_once_for_each_change(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
        for is_training in [true, true, false] {
            dana.patch(&path, json!({ "isTraining": is_training })).await.ok();
        }
        let listed = dana.get("/admin/audit?action=COMMUNITY_TRAINING_UPDATED").await.ok();
        let entries = listed["entries"].as_array().unwrap();
        let summaries: Vec<_> = entries.iter().map(|one| &one["summary"]).collect();
        let expected = ["Turned training off for Harbor Row.", "Turned training on for Harbor Row."];
        assert_eq!(summaries, expected.map(Value::from).iter().collect::<Vec<_>>());
        assert!(entries.iter().all(|one| one["subject"] == HARBOR_ROW && one["actor"] == "Dana Okafor"), "{listed}");
    }

    async fn audited_branding_and_feature_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = "/admin/company/company-harborline/customizations";
        for label in ["Harbor", "Port"] {
            let body = json!({ "label": label, "customizations": { "header": label } });
            server.rest("PUT", path, &dana.token, Some(body)).await.ok();
        }
        assert_eq!(
            changes(&dana, "COMPANY_CUSTOMIZED").await,
            json!([change("label", "Harbor", "Port"), change("customizations.header", "Harbor", "Port")])
        );
    }

    async fn audited_partner_changes_include_values_but_no_secret(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({ "name": "Acme", "scopes": ["ESCALATIONS_READ"], "redirectUris": ["https://acme.example/back"] });
        let issued = dana.post("/admin/partners", body).await.ok();
        let path = format!("/admin/partners/{}", issued["partner"]["_id"].as_str().unwrap());
        dana.patch(&path, json!({ "scopes": ["ESCALATIONS_READ", "ESCALATIONS_WRITE"] })).await.ok();
        let recorded = changes(&dana, "PARTNER_UPDATED").await;
        assert_eq!(recorded, json!([change("scopes", "ESCALATIONS_READ", "ESCALATIONS_READ, ESCALATIONS_WRITE")]));
        let all = dana.get("/admin/audit").await.ok().to_string();
        assert!(!all.contains(issued["clientSecret"].as_str().unwrap()));
    }

    async fn audited_inbox_setting_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let reply = json!({ "title": "Hours", "shortcut": "hours", "body": "We open at 9." });
        let made = dana.post("/cannedReplies", reply).await.ok();
        let id = made["cannedReply"]["_id"].as_str().unwrap();
        let reply = json!({ "title": "Hours", "shortcut": "hours", "body": "We open at 10." });
        dana.put(&format!("/cannedReplies/{id}"), reply).await.ok();
        assert_eq!(
            changes(&dana, "CANNED_REPLY_UPDATED").await,
            json!([change("body", "We open at 9.", "We open at 10.")])
        );
    }

    async fn audited_homeowner_account_changes_omit_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts");
        let made = dana.post(&path, json!({ "number": "HR-9001", "name": "Theo Quill" })).await.ok();
        let account = &made["account"];
        let change = json!({ "name": "Theodora Quill", "version": account["version"] });
        dana.patch(&format!("{path}/{}", account["_id"].as_str().unwrap()), change).await.ok();
        assert_eq!(
            changes(&dana, "HOMEOWNER_UPDATED").await,
            json!([{ "field": "name", "before": "", "after": "" }])
        );
        assert!(!dana.get("/admin/audit").await.ok().to_string().contains("Quill"));
    }

    async fn an_entry_without_changed_fields_has_no_changes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let entries = dana.get("/admin/audit?action=SESSION_OPENED").await.ok();
        assert!(entries["entries"][0]["changes"].as_array().is_none_or(Vec::is_empty), "{entries}");
    }

    async fn audited_email_thread_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let threads = dana.get("/emailThreads?limit=1").await.ok();
        let path = format!("/emailThreads/{}", threads["threads"][0]["_id"].as_str().unwrap());
        let user = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        dana.post(&format!("{path}/assign"), json!({ "assigneeId": "" })).await.ok();
        dana.post(&format!("{path}/assign"), json!({ "assigneeId": user })).await.ok();
        assert_eq!(
            changes(&dana, "EMAIL_THREAD_ASSIGNED").await,
            json!([change("assigneeName", "", "Dana Okafor")])
        );
        for state in ["OPEN", "RESOLVED"] {
            dana.post(&format!("{path}/state"), json!({ "state": state })).await.ok();
        }
        assert_eq!(
            changes(&dana, "EMAIL_THREAD_STATE_UPDATED").await,
            json!([change("state", "Open", "Resolved")])
        );
    }

    async fn audited_report_subscription_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        for frequency in ["WEEKLY", "MONTHLY"] {
            dana.put("/reports/subscription", json!({ "frequency": frequency })).await.ok();
        }
        assert_eq!(
            changes(&dana, "REPORT_SUBSCRIPTION_UPDATED").await,
            json!([change("frequency", "Weekly", "Monthly")])
        );
    }

    async fn audited_web_chat_setting_changes_include_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        for title in ["Ask us", "Chat with us"] {
            change_site(&dana, HARBOR_ROW, json!({ "title": title })).await;
        }
        assert_eq!(
            changes(&dana, "WEB_CHAT_SITE_UPDATED").await,
            json!([change("title", "Ask us", "Chat with us")])
        );
        dana.post(&format!("{}/key", site_path(HARBOR_ROW)), json!({})).await.ok();
        let replaced = dana.get("/admin/audit?action=WEB_CHAT_KEY_REPLACED").await.ok()["entries"].clone();
        assert_eq!((replaced.as_array().unwrap().len(), &replaced[0]["subject"]), (1, &json!(HARBOR_ROW)));
    }
}
