//! Secrets in AWS SSM Parameter Store: values are written there, and the database refers to them.
use std::time::Duration;

use platform::Vault;
use serde_json::{Value, json};

use crate::{
    messaging::twilio::{text_from, twilio_for},
    support::*,
};

pub const HARBORLINE: &str = "company-harborline";
const STORE: &str = "/companies/company-harborline/clientCredential/ssm";
pub const TWILIO: &str = "/admin/companies/company-harborline/twilio";
pub const PHONE: &str = "+12025550171";
/// Time after which unused parameters are deleted.
pub const UNUSED_AGE: Duration = Duration::from_secs(15 * 60);
/// Time after which a value is read again.
pub const FRESH: Duration = Duration::from_secs(5 * 60);

/// A server and its parameter store.
pub struct WithSsm {
    pub server: TestServer,
    pub ssm: FakeSsm,
}

impl WithSsm {
    pub async fn open(engine: Engine) -> Self {
        let ssm = FakeSsm::start().await;
        Self { server: TestServer::with_parameters(engine, ssm.parameters()).await, ssm }
    }
}

/// Stores a new client credential. Returns it, and the response.
async fn store_credential(staff: &Staff<'_>) -> (String, Answer) {
    let request = json!({ "entityId": HARBORLINE, "issuer": "https://parlor.example" });
    let jwt = staff.post("/jwt/rollout", request).await.ok()["token"].as_str().unwrap().to_owned();
    let answer = staff.post(STORE, json!({ "JWT": jwt })).await;
    (jwt, answer)
}

/// Returns the name, the decrypted content and the parameter of each secret of Harborline.
pub async fn secrets(server: &TestServer) -> Vec<(String, String, Option<String>)> {
    let mut tx = server.db.platform_read().await.unwrap();
    let rows: Vec<(String, String, Option<String>)> = tx
        .query("SELECT name, sealed, parameter FROM secret WHERE company_id = $1 ORDER BY name")
        .bind(HARBORLINE)
        .all()
        .await
        .unwrap();
    let vault = Vault::new(&[KEY]).unwrap();
    let open = |(name, sealed, parameter): (String, String, Option<String>)| {
        let plain = vault.open(&HARBORLINE.into(), &name, &sealed).unwrap();
        (name, String::from_utf8(plain).unwrap(), parameter)
    };
    rows.into_iter().map(open).collect()
}

async fn rename_credential(server: &TestServer, name: &str) {
    let rosalind = server.login("admin@parlor.example").await;
    let path = "/admin/companies/company-harborline";
    rosalind.patch(path, json!({ "credential_name": name })).await.ok();
}

/// Connects Harbor Row to Twilio on another server, so that this one has not read the account.
pub async fn connect_twilio_elsewhere(it: &WithSsm) {
    let other = it.server.start_another_with_parameters(it.ssm.parameters()).await;
    twilio_for(&other, HARBOR_ROW).await;
}

#[track_caller]
pub fn assert_unavailable(answer: &Answer, words: &str) {
    let said = answer.json()["message"].clone();
    assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (503, "UNAVAILABLE"), "{said}");
    assert_eq!(said, words);
}

on_both! {
    async fn a_client_credential_is_stored_as_a_parameter_and_the_database_refers_to_it(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        let (jwt, answer) = store_credential(&dana).await;
        assert_eq!(answer.ok(), json!({ "status": "STORED" }));
        let stored = ssm.stored();
        let name = stored[0]["Name"].as_str().unwrap();
        assert!(name.starts_with("/parlor/test/company-harborline/"), "{name}");
        assert_eq!(stored, [json!({
            "Name": name, "Value": jwt, "Type": "SecureString", "Overwrite": false, "KeyId": KMS_KEY,
            "Tags": [{ "Key": "parlor:company", "Value": HARBORLINE }],
        })]);
        let refers = ("credential/client-company-harborline".to_owned(), name.to_owned(), Some(name.to_owned()));
        assert_eq!(secrets(server).await, [refers]);
    }

    async fn a_replaced_parameter_is_deleted_later_and_the_used_one_stays(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        let (first, _) = store_credential(&dana).await;
        let (second, answer) = store_credential(&dana).await;
        assert_eq!(answer.ok(), json!({ "status": "REPLACED" }));
        assert_eq!(ssm.values(), [first, second.clone()], "calls under way may read the first one");
        server.later(UNUSED_AGE).await;
        assert_eq!(ssm.values(), std::slice::from_ref(&second));
        // A new name does not move the value; without a name it is deleted.
        rename_credential(server, "vantaca").await;
        assert_eq!(secrets(server).await[0].0, "credential/vantaca");
        server.later(UNUSED_AGE).await;
        assert_eq!(ssm.values(), [second]);
        rename_credential(server, "").await;
        assert!(secrets(server).await.is_empty());
        server.later(UNUSED_AGE).await;
        assert_eq!(ssm.values(), Vec::<String>::new());
    }

    async fn a_parameter_of_a_failed_call_is_deleted(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        ssm.will(&[SsmBehavior::TakeAndClose; 3]);
        let (jwt, answer) = store_credential(&dana).await;
        assert_unavailable(&answer, "The secret store does not respond. Try again in a moment.");
        assert_eq!((ssm.values(), secrets(server).await), (vec![jwt], vec![]));
        server.later(UNUSED_AGE).await;
        assert_eq!(ssm.values(), Vec::<String>::new());
    }

    async fn a_call_is_repeated_after_a_passing_failure_and_stores_one_parameter(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        ssm.will(&[SsmBehavior::Refuse(400, "ThrottlingException"), SsmBehavior::TakeAndClose]);
        let (jwt, answer) = store_credential(&dana).await;
        assert_eq!(answer.ok(), json!({ "status": "STORED" }));
        assert_eq!((ssm.values(), ssm.calls("PutParameter")), (vec![jwt], 3));
        ssm.will(&[SsmBehavior::Refuse(400, "AccessDeniedException")]);
        let refused = store_credential(&dana).await.1;
        assert_unavailable(&refused, "The secret store refused this. Contact Parlor support.");
        assert_eq!(ssm.calls("PutParameter"), 4, "a refused call is not repeated");
    }

    async fn texts_are_received_and_sent_with_an_account_that_another_server_stored(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        // The webhook's signature is verified with the account, and the reply is sent with it.
        text_from(server, PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await;
        server.settled().await;
        assert_eq!((server.twilio.texts().len(), ssm.calls("GetParameter")), (1, 1));
        server.later(FRESH).await;
        text_from(server, PHONE, HARBOR_ROW_NUMBER, "thanks").await;
        assert_eq!(ssm.calls("GetParameter"), 2, "a value is read again after a while");
    }

    async fn a_known_secret_is_used_while_the_store_is_down_and_others_are_unavailable(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        ssm.stop_listening().await;
        let words = "The secret store does not respond. Try again in a moment.";
        assert_unavailable(&dana.get(TWILIO).await, words);
        ssm.listen_again().await;
        server.clock.advance(Duration::from_secs(5));
        assert_eq!(dana.get(TWILIO).await.ok()["twilio"]["configured"], true);
        ssm.stop_listening().await;
        server.later(FRESH).await;
        assert_eq!(dana.get(TWILIO).await.ok()["twilio"]["configured"], true);
        assert_unavailable(&store_credential(&dana).await.1, words);
    }

    async fn a_secret_whose_parameter_is_missing_can_be_entered_again(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        ssm.clear();
        let dana = server.harborline_admin().await;
        let missing = dana.get(TWILIO).await.ok()["twilio"].clone();
        assert_eq!((&missing["configured"], &missing["isSecretMissing"]), (&json!(false), &json!(true)));
        twilio_for(server, HARBOR_ROW).await;
        let entered = dana.get(TWILIO).await.ok()["twilio"].clone();
        assert_eq!((&entered["configured"], &entered["isSecretMissing"]), (&json!(true), &json!(false)));
    }

    async fn secrets_of_the_database_stay_readable_and_move_when_they_are_replaced(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let ssm = FakeSsm::start().await;
        let with_ssm = server.start_another_with_parameters(ssm.parameters()).await;
        let there = with_ssm.harborline_admin().await;
        assert_eq!(there.get(TWILIO).await.ok()["twilio"]["configured"], true);
        assert_eq!((ssm.calls("GetParameter"), ssm.stored()), (0, Vec::<Value>::new()));
        twilio_for(&with_ssm, HARBOR_ROW).await;
        assert_eq!(ssm.stored().len(), 1);
        // Without the store, what is in it cannot be read.
        let words = "This needs a credential in a secret store that Parlor no longer uses. Contact Parlor support.";
        assert_unavailable(&dana.get(TWILIO).await, words);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_key_cannot_access_the_parameters() {
    let ssm = FakeSsm::start().await;
    let settings = platform::config::Ssm { key: "another key".into(), ..ssm.settings() };
    let parameters = app::startup::parameters(Some(&settings)).unwrap();
    assert!(parameters.put(&HARBORLINE.into(), "/parlor/test/a", &"value".into()).await.is_err());
    assert!(ssm.stored().is_empty());
}
