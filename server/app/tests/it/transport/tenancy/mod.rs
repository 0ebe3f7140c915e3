//! Tenant isolation: objects of others look exactly like objects that do not exist. Tests every RPC with
//! every ID, by the contract's annotations, and that responses contain no data of others.
mod community_header;
mod fixtures;
mod requests;

use std::collections::BTreeMap;

use prost_reflect::{DynamicMessage, Kind, MethodDescriptor, ReflectMessage, Value};
use serde_json::{Value as Json, json};
use tonic::Code;

use self::{
    fixtures::{Fixtures, fixtures},
    requests::{Path, entity, id_paths, is_required, needs_items, put, valid},
};
use crate::support::*;

/// Calls that are not made with the caller's own IDs, with the reason.
const EXCLUDED_CALLS: [(&str, &str); 13] = [
    ("SessionService.Logout", "ends the caller's session"),
    ("AccountService.RevokeSession", "ends the caller's session"),
    ("UserService.UpdateUser", "with every switch on, restricts the caller's own view"),
    ("CommunityAdminService.DeleteCommunity", "deletes what later calls need"),
    ("PartnerService.RevokePartner", "returns no data and revokes the credential"),
    ("OAuthService.RevokeGrant", "returns no data and revokes the grant"),
    ("JobService.ReplayJob", "returns no data and completes the job"),
    ("JobService.DiscardJob", "returns no data and deletes the job"),
    ("BlastService.DeleteBlast", "returns no data and deletes the blast"),
    ("AudienceService.DeleteAudience", "returns no data and deletes the audience"),
    ("DraftService.DeleteDraft", "returns no data and deletes the draft"),
    ("MailboxService.DeleteMailbox", "deletes what later calls need"),
    ("OutgoingEmailService.DiscardEmailDraft", "returns no data and deletes the draft"),
];

/// Calls that are refused with all data of the test, with the reason.
const ALWAYS_REFUSED: [(&str, &str); 35] = [
    ("ChatwootService.ConfigureChatwoot", "there is no token"),
    ("IntegrationService.ConnectBuildium", "the company has other software"),
    ("CarrierService.ReplaceTextlineWebhook", "there is no Textline account"),
    ("IntegrationService.ConnectVantaca", "there is no such login"),
    ("IntegrationService.StartCincConnection", "the company has other software"),
    ("IntegrationService.CompleteCincConnection", "the company has other software"),
    ("InboxService.MergeInboxPerson", "the account was deleted before"),
    ("AccountService.ChangePassword", "the password is not the caller's"),
    ("IntegrationService.StoreClientCredential", "the text is not a token"),
    ("AnswerFileService.ImportAnswers", "the file is an image"),
    ("HomeownerService.ImportHomeownerAccounts", "the file is an image"),
    ("KnowledgeService.UpdateCompanyAnswer", "the answer belongs to a community"),
    ("KnowledgeService.DeleteCompanyAnswer", "the answer belongs to a community"),
    ("AnswerHistoryService.ListCompanyAnswerVersions", "the answer belongs to a community"),
    ("AnswerHistoryService.RestoreCompanyAnswer", "the answer belongs to a community"),
    ("BlastService.ScheduleBlast", "an emergency needs a reason"),
    ("ServiceRequestService.ApproveServiceRequests", "the request contains no ID"),
    ("EmailThreadService.DeleteEmailNote", "the note belongs to a conversation"),
    ("OutgoingEmailService.SendEmailDraft", "the draft has no recipient"),
    ("DraftService.ReadDocument", "the file is an image"),
    ("DraftService.RewriteText", "there is no language model"),
    ("DraftService.MergeLetters", "the request contains no account"),
    ("DraftService.ExportLetters", "the request contains no account"),
    ("CommunityService.FetchCommunity", "the request contains no filter"),
    ("ReplayService.ReplayQuestions", "an earlier call deleted the answer"),
    ("TestCaseService.CreateTestCase", "an earlier call deleted the answer"),
    ("TestCaseService.UpdateTestCase", "an earlier call deleted the answer"),
    ("WebChatService.OpenWebChat", "there is no such key"),
    ("WebChatService.StartWebChat", "the text is not a token"),
    ("WebChatService.SendWebChatMessage", "there is no such key"),
    ("WebChatService.ListWebChatMessages", "there is no such key"),
    ("WebChatService.UpdateWebChatContact", "there is no such key"),
    ("WebChatService.VerifyWebChatVisitor", "there is no such key"),
    ("WebChatService.ReportVisitorTyping", "there is no such key"),
    ("WebChatService.DeleteWebChatNote", "the note belongs to a conversation"),
];

/// Fields that are ignored for callers who are not administrators.
const IGNORED_FIELDS: [(&str, &str); 3] = [
    (
        "parlor.v1.UpdateUserRequest.text_communities",
        "users::a_manager_who_sets_every_field_changes_only_personal_fields",
    ),
    (
        "parlor.v1.UpdateUserRequest.add_communities",
        "users::a_manager_who_sets_every_field_changes_only_personal_fields",
    ),
    (
        "parlor.v1.UpdateUserRequest.remove_communities",
        "users::a_manager_who_sets_every_field_changes_only_personal_fields",
    ),
];

/// Reasons of errors for a missing role or option, regardless of the IDs.
const ROLES: [&str; 3] = ["ADMINISTRATORS_ONLY", "PLATFORM_ADMINISTRATORS_ONLY", "SCREEN_NOT_AVAILABLE"];

/// A well-formed ID of no object.
const NONEXISTENT_ID: &str = "01JNB5W0000000000000000000";

/// Returns each foreign ID alone, and all of them together.
fn selections(paths: &[Path]) -> Vec<Vec<&Path>> {
    let mut selections: Vec<_> = paths.iter().map(|path| vec![path]).collect();
    if paths.len() > 1 {
        selections.push(paths.iter().collect());
    }
    selections
}

/// Makes every call with IDs of `theirs`, as a caller who has `own`. `theirs` may be in the same company.
async fn assert_foreign_ids_look_nonexistent(
    server: &TestServer,
    caller: &Staff<'_>,
    own: &Fixtures,
    theirs: &Fixtures,
) {
    let mut checked = 0;
    for method in methods() {
        let paths: Vec<Path> = id_paths(&method.input())
            .into_iter()
            .filter(|path| own.ids[&entity(path)] != theirs.ids[&entity(path)])
            .collect();
        let ignored = |path: &Path| {
            IGNORED_FIELDS.iter().any(|(name, _)| path.last().is_some_and(|f| f.full_name() == *name))
        };
        for selection in selections(&paths) {
            let ignored = !own.administrator && selection.iter().all(|path| ignored(path));
            let names: Vec<_> = selection.iter().flat_map(|path| path.iter().map(|f| f.name())).collect();
            let call = format!("{} with {names:?}", short(&method));
            let (mut foreign, mut random) = (valid(&method, own), valid(&method, own));
            for path in selection {
                put(&mut foreign, path, &theirs.ids[&entity(path)]);
                put(&mut random, path, NONEXISTENT_ID);
            }
            let foreign = server.grpc(&method, &caller.token, &foreign).await;
            let random = server.grpc(&method, &caller.token, &random).await;
            assert_eq!(foreign.refusal(), random.refusal(), "{call}");
            // A role is checked before anything is read.
            if !ignored && !ROLES.contains(&foreign.reason.as_str()) {
                assert_eq!((foreign.code, foreign.reason.as_str()), (Code::NotFound, "NOT_FOUND"), "{call}");
                checked += 1;
            }
        }
    }
    let least = if own.administrator { 40 } else { 25 };
    assert!(checked >= least, "only {checked} calls have an ID");
}

/// Returns three valid requests with the maximum page size: as is, with every switch on, and without optional
/// IDs.
fn request_variants(method: &MethodDescriptor, own: &Fixtures) -> [DynamicMessage; 3] {
    let mut plain = valid(method, own);
    if plain.descriptor().get_field_by_name("limit").is_some() {
        plain.set_field_by_name("limit", Value::I32(200));
    }
    let (mut switched_on, mut unfiltered) = (plain.clone(), plain.clone());
    for field in method.input().fields() {
        if field.kind() == Kind::Bool {
            switched_on.set_field(&field, Value::Bool(true));
        }
        if id_of(&field).is_some() && !is_required(&field) && !needs_items(&field) {
            unfiltered.clear_field(&field);
        }
    }
    [plain, switched_on, unfiltered]
}

/// Returns the responses of all calls about the caller's own objects as one text.
async fn all_responses(server: &TestServer, caller: &Staff<'_>, own: &Fixtures) -> String {
    let unexpected = [Code::NotFound, Code::InvalidArgument, Code::PermissionDenied, Code::Internal];
    let named = |table: &[(&str, &str)], call: &str| table.iter().any(|(name, _)| *name == call);
    let mut text = String::new();
    for method in methods() {
        let call = short(&method);
        if named(&EXCLUDED_CALLS, &call) {
            continue;
        }
        for (variant, request) in request_variants(&method, own).iter().enumerate() {
            let reply = server.grpc(&method, &caller.token, request).await;
            let deletions = [
                "DeleteAnswer",
                "DeleteNote",
                "DeleteTestCase",
                "DeleteHomeownerAccount",
                "DeleteServiceRequestPhoto",
                "DeleteServiceRequestDocument",
                "DeleteCannedReply",
                "DeleteMacro",
                "DeleteRoutingRule",
                "DeleteBlastTemplate",
                "DeleteSavedView",
            ];
            let is_deleted = deletions.contains(&method.name()) && variant > 0;
            let lacks_company = reply.reason == "NO_COMPANY_ID" && variant == 2;
            // A public client needs a redirect URI.
            let lacks_redirect_uri = (call.as_str(), variant) == ("PartnerService.CreatePartner", 1);
            let is_refused =
                lacks_redirect_uri || named(&ALWAYS_REFUSED, &call) || ROLES.contains(&reply.reason.as_str());
            let is_expected = is_deleted || lacks_company || is_refused || !unexpected.contains(&reply.code);
            assert!(is_expected, "{call}, {variant}: {:?}", reply.refusal());
            let output = reply.output.map(|o| serde_json::to_string(&o).unwrap()).unwrap_or_default();
            text += &format!("{call}: {output}\n");
        }
    }
    text
}

#[track_caller]
fn assert_contains_no_id(responses: &str, ids: &BTreeMap<String, String>) {
    for (entity, id) in ids {
        let leak = responses.lines().find(|line| line.contains(id.as_str()));
        assert!(leak.is_none(), "{entity}: {leak:?}");
    }
}

/// Returns everything that a user can see, to compare it before and after.
async fn snapshot(staff: &Staff<'_>, fixtures: &Fixtures) -> Vec<Json> {
    let community = &fixtures.ids["COMMUNITY"];
    let paths = [
        "/textCommunities/turbo-communities?limit=200".to_owned(),
        format!("/textCommunities/community/{community}/answers?limit=200"),
        "/textConversations?limit=200".to_owned(),
        format!("/textConversations/{}", fixtures.ids["CONVERSATION"]),
        "/textConversations/escalations/user?limit=200".to_owned(),
        "/textConversations/escalations/user?limit=200&reviewed=true".to_owned(),
        "/textConversations/escalations/count".to_owned(),
    ];
    let mut responses = Vec::new();
    for path in paths {
        responses.push(staff.get(&path).await.ok());
    }
    responses
}

on_both! {
    async fn an_id_of_another_company_is_refused_like_a_nonexistent_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        let ingrid = server.northgate_admin().await;
        let own = fixtures(&server, &dana, &dana, HARBOR_ROW).await;
        let theirs = fixtures(&server, &ingrid, &ingrid, "community-larkspur-commons").await;
        let before = snapshot(&ingrid, &theirs).await;
        assert_foreign_ids_look_nonexistent(&server, &dana, &own, &theirs).await;
        let responses = all_responses(&server, &dana, &own).await;
        assert_contains_no_id(&responses, &theirs.ids);
        assert_eq!(snapshot(&ingrid, &theirs).await, before);
    }

    async fn an_id_of_an_unassigned_community_is_refused_like_a_nonexistent_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let own = fixtures(&server, &marcus, &dana, HARBOR_ROW).await;
        let mut theirs = fixtures(&server, &dana, &dana, "community-osprey-lake").await;
        let before = snapshot(&dana, &theirs).await;
        // The company, the colleague and the company's credentials are the caller's own.
        for shared in ["COMPANY", "USER", "PARTNER", "CANNED_REPLY", "MACRO", "ROUTING_RULE", "BLAST_TEMPLATE"] {
            theirs.ids.insert(shared.into(), own.ids[shared].clone());
        }
        assert_foreign_ids_look_nonexistent(&server, &marcus, &own, &theirs).await;
        assert_eq!(snapshot(&dana, &theirs).await, before);
        let responses = all_responses(&server, &marcus, &own).await;
        theirs.ids.retain(|entity, id| own.ids[entity] != *id);
        assert_contains_no_id(&responses, &theirs.ids);
    }

    async fn foreign_resources_cannot_be_reached_by_tag_phone_or_number(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let ingrid = server.northgate_admin().await;
        let larkspur = fixtures(&server, &ingrid, &ingrid, "community-larkspur-commons").await;
        let osprey = fixtures(&server, &dana, &dana, "community-osprey-lake").await;
        let own = fixtures(&server, &marcus, &dana, HARBOR_ROW).await;
        for (caller, theirs) in [(&dana, &larkspur), (&marcus, &osprey)] {
            for (name, field, foreign, random) in [
                ("CommunityService.GetCommunityByTag", "tag", &theirs.tag, "No_Such_Place"),
                ("TestPhoneService.SendTestPhoneMessage", "to", &theirs.number, "+12025550199"),
                ("TestPhoneService.ListTestPhoneMessages", "phone", &theirs.phone, "+12025550198"),
                ("ConsentService.GetConsent", "phone", &theirs.phone, "+12025550198"),
                ("ConsentService.RecordConsent", "phone", &theirs.phone, "+12025550198"),
                ("TestPhoneService.ListTestPhoneMessages", "number", &theirs.number, "+12025550199"),
            ] {
                let method = method(name);
                let mut answers = Vec::new();
                for value in [foreign.as_str(), random] {
                    let mut message = valid(&method, &own);
                    message.set_field_by_name(field, Value::String(value.into()));
                    let reply = server.grpc(&method, &caller.token, &message).await;
                    let refusal = format!("{:?}", reply.refusal());
                    answers.push((refusal, reply.output));
                }
                assert_eq!(answers[0], answers[1], "{name} by {field}");
            }
            let path = format!("/textConversations/escalations/{}", own.ids["ESCALATION"]);
            let mut answers = Vec::new();
            for to in [theirs.phone.as_str(), "+12025550198"] {
                let notify = json!({ "to": to, "notify": true });
                let answer = caller.post(&path, json!({ "answer": "Yes.", "notifyHomeownerData": notify })).await;
                answers.push((answer.status.as_u16(), answer.fields(), answer.json()["message"].clone()));
            }
            assert_eq!(answers[0], answers[1]);
            assert_eq!(answers[0].1, ["notifyHomeownerData.to"]);
        }
    }

    async fn updating_an_answer_changes_only_its_editable_fields(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let ingrid = server.northgate_admin().await;
        let larkspur = fixtures(&server, &ingrid, &ingrid, "community-larkspur-commons").await;
        let list = format!("/textCommunities/community/{HARBOR_ROW}/answers?limit=200");
        let before = marcus.get(&list).await.ok();
        let (first, others) = before["answers"].as_array().unwrap().split_first().unwrap();
        let id = first["_id"].as_str().unwrap();

        // Every field of the request and of an answer, in each spelling.
        let mut body = json!({
            "id": larkspur.ids["ANSWER"], "communityId": larkspur.ids["COMMUNITY"], "company_id": larkspur.ids["COMPANY"],
            "version": 0, "question": "New question?", "answer": "New answer.", "category": "New category", "source": "New source",
            "samples": ["Mine"], "learnedSamples": ["Mine"], "validUntil": "2030-12-31", "used": 1_000_000, "updatedBy": "Somebody Else", "updatedAt": "2001-01-01T00:00:00Z",
        });
        let fields: Vec<_> = first.as_object().unwrap().keys().cloned().collect();
        for field in &fields {
            assert!(field == "_id" || body.get(field).is_some(), "{field} is not tried");
        }
        body["_id"] = json!(larkspur.ids["ANSWER"]);
        body["community_id"] = json!(larkspur.ids["COMMUNITY"]);
        let changed = marcus.patch(&format!("/textCommunities/community/{HARBOR_ROW}/answers/{id}"), body).await.ok();

        let mut expected = first.clone();
        for (field, value) in [
            ("question", "New question?"), ("answer", "New answer."), ("category", "New category"), ("source", "New source"),
            ("validUntil", "2030-12-31"), ("updatedBy", "Marcus Bell"),
        ] {
            expected[field] = json!(value);
        }
        expected["version"] = json!(first["version"].as_i64().unwrap() + 1);
        expected["updatedAt"] = json!(server.now());
        assert_eq!(changed["answer"], expected);
        let after = marcus.get(&list).await.ok();
        let mut after = after["answers"].as_array().unwrap().clone();
        let stored = after.iter().position(|answer| answer["_id"] == id).unwrap();
        assert_eq!(after.remove(stored), expected);
        assert_eq!(after, others);
    }

    async fn setting_training_mode_changes_nothing_else_of_a_community(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}");
        let mut expected = marcus.get(&path).await.ok()["textCommunity"].clone();
        let training = !expected["isTraining"].as_bool().unwrap();
        let body = json!({
            "isTraining": training, "_id": "community-larkspur-commons", "id": "community-larkspur-commons",
            "label": "Mine", "tag": "Mine", "company": ["company-northgate"], "number": "+12025550199",
            "timeZone": "UTC", "units": 1, "answers": [], "hasMoreAnswers": true,
        });
        let changed = marcus.patch(&format!("{path}/training"), body).await.ok();
        expected["isTraining"] = json!(training);
        assert_eq!(changed["textCommunity"], expected);
        assert_eq!(marcus.get(&path).await.ok()["textCommunity"], expected);
    }
}

on_both! {
    async fn a_manager_of_the_platform_company_has_no_access_to_other_companies(server: TestServer) {
        let rosalind = server.login("admin@parlor.example").await;
        let body = json!({
            "email": "manager@parlor.example", "password": PASSWORD, "first_name": "Noa", "last_name": "Reyes",
            "role": "Site Staff",
        });
        rosalind.post("/users", body).await.ok();
        let noa = server.login("manager@parlor.example").await;
        for path in ["/companies/companyId/company-harborline", "/companies/admin-parlor?cId=company-harborline"] {
            rosalind.get(path).await.ok();
            let refused = noa.get(path).await;
            let nonexistent = noa.get(&path.replace("company-harborline", NONEXISTENT_ID)).await;
            assert_eq!((refused.status, refused.json()["message"].clone()), (nonexistent.status, nonexistent.json()["message"].clone()));
            assert_eq!(refused.status, 404);
        }
        for path in ["/users?companyId=company-harborline", "/admin/audit?companyId=company-harborline", "/admin/companies"] {
            rosalind.get(path).await.ok();
            assert_eq!(noa.get(path).await.status, 403, "{path}");
        }
    }
}

#[test]
fn excluded_methods_exist_in_the_contract() {
    for (call, reason) in EXCLUDED_CALLS.iter().chain(&ALWAYS_REFUSED) {
        assert!(!reason.is_empty());
        method(call);
    }
}
