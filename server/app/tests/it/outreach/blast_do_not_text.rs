//! An account that staff exclude from texts while a blast is being sent gets no further text of it.
use serde_json::json;

use super::*;
use crate::messaging::twilio::twilio_for;

/// Sets "do not text" for an account of Harbor Row, by an import.
async fn exclude(staff: &Staff<'_>, number: &str, phone: &str) {
    let data = STANDARD.encode(format!("account,phone,do not text\n{number},{phone},yes\n"));
    let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts/import");
    staff.post(&path, json!({ "data": data })).await.ok();
}

/// Creates a blast to 30 accounts, of which Harbor Row's number can text ten in a second. Returns their phones.
async fn slow_blast(staff: &Staff<'_>) -> (Value, Vec<String>) {
    let path = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
    staff.patch(&path, json!({ "carrier": "TWILIO", "segmentsPerSecond": 10 })).await.ok();
    import(staff, HARBOR_ROW, 30).await;
    let blast = draft_to_imported(staff, HARBOR_ROW).await;
    let phones = phones(staff, &blast, "").await;
    (blast, phones)
}

/// Returns the number of the account that `import` gave a phone.
fn account_of(phone: &str) -> String {
    let nth: usize = phone.trim_start_matches("+1303256").parse().unwrap();
    format!("K-{}", nth - 1_000)
}

on_both! {
    async fn an_account_that_is_excluded_during_a_blast_is_left_out(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let (blast, all) = slow_blast(&dana).await;
        let last = all.last().unwrap();
        send(&server, &dana, &blast).await;
        assert!((10..30).contains(&server.twilio.calls()), "the blast is being sent");
        exclude(&dana, &account_of(last), last).await;
        for _ in 0..4 {
            server.later(Duration::from_secs(1)).await;
        }
        assert_eq!(phones(&dana, &blast, "exclusion=DO_NOT_TEXT").await, [last.as_str()]);
        assert_eq!((server.twilio.calls(), server.twilio.tried(last)), (29, 0));
        let done = read(&dana, &blast).await;
        assert_eq!((&done["state"], &done["counts"]["sent"]), (&json!("FINISHED"), &json!(29)), "{done}");
    }

    async fn a_delayed_text_to_an_account_that_is_excluded_meanwhile_is_canceled(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let (blast, _) = slow_blast(&dana).await;
        server.twilio.will(&[TwilioBehavior::Refuse(503, 20_503, Some(1))]);
        send(&server, &dana, &blast).await;
        let texts = server.twilio.texts();
        let got = |phone: &String| texts.iter().any(|text| text["to"] == phone.as_str());
        let all = phones(&dana, &blast, "").await;
        let refused = all.iter().find(|phone| server.twilio.tried(phone) == 1 && !got(phone)).unwrap();
        exclude(&dana, &account_of(refused), refused).await;
        for _ in 0..5 {
            server.later(Duration::from_secs(60)).await;
        }
        assert_eq!(server.twilio.tried(refused), 1, "it is not sent again");
        let canceled = dana.get(&format!("{}/recipients?outcome=CANCELED", path_of(&blast))).await.ok();
        assert_eq!(canceled["recipients"][0]["phone"], refused.as_str(), "{canceled}");
    }
}
