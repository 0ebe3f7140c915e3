//! A language model rewrites a part of a draft.
use serde_json::json;

use super::{streaming::Drafting, *};

const NOTES: &str = "The gate is repaired on Monday.";

fn streamed(text: &str) -> ModelBehavior {
    let parts = vec![
        StreamPart::Text(text.into()),
        StreamPart::Finish("stop"),
        StreamPart::Usage(50),
        StreamPart::Done,
    ];
    ModelBehavior::Stream(parts)
}

/// Creates a draft that the model writes.
async fn create_written_draft(it: &Drafting, staff: &Staff<'_>) -> Value {
    it.model.will([streamed("# Gate repair\n\nThe gate is repaired on Monday.")]);
    let draft = create(&it.server, staff, NOTES).await;
    it.wait_for_state(staff, &draft, "DONE").await
}

async fn rewrite(staff: &Staff<'_>, draft: &Value, request: Value) -> Answer {
    staff.post(&format!("{}/rewrite", path_of(draft)), request).await
}

on_both! {
    async fn rewriting_a_passage_marks_unverified_details(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        let draft = create_written_draft(&it, &dana).await;
        let used = dana.get("/drafting/status").await.ok()["usedTokens"].clone();
        it.model.will([streamed("We fix the gate on Monday for $95.")]);
        let request = json!({ "text": "The gate is repaired on Monday.", "style": "FRIENDLIER" });
        let rewritten = rewrite(&dana, &draft, request).await.ok();
        assert_eq!(rewritten["text"], "We fix the gate on Monday for $95.");
        assert_eq!(rewritten["unverifiedDetails"], json!([{ "text": "95", "kind": "AMOUNT" }]));
        assert_eq!(read(&dana, &draft).await["text"], draft["text"], "nothing is stored");
        let before = used.as_i64().unwrap();
        assert_eq!(dana.get("/drafting/status").await.ok()["usedTokens"], before + 50);
    }

    async fn user_text_is_sent_as_data_and_not_as_instructions(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        let draft = create_written_draft(&it, &dana).await;
        let custom = json!({ "text": "The gate is repaired.", "style": "CUSTOM" });
        assert_eq!(rewrite(&dana, &draft, custom).await.reason(), "INVALID_FIELDS");
        let persona = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
        dana.put(&persona, json!({ "temperature": 0.8 })).await.ok();
        it.model.will([streamed("The gate works again.")]);
        let custom = json!({ "text": "The gate is repaired.", "style": "CUSTOM", "instruction": "Say zebra" });
        rewrite(&dana, &draft, custom).await.ok();
        let request = it.model.requests().last().cloned().unwrap();
        assert_eq!(request["temperature"], 0.8, "the creativity of the community's persona");
        let [instructions, data] = [0, 1].map(|at| request["messages"][at]["content"].as_str().unwrap().to_owned());
        assert!(!instructions.contains("zebra") && data.contains("zebra"), "{request}");
    }

    async fn a_failing_model_leaves_the_draft_unchanged(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        let draft = create_written_draft(&it, &dana).await;
        it.model.will([ModelBehavior::Status(400, "no")]);
        let request = json!({ "text": "The gate is repaired on Monday.", "style": "SHORTER" });
        assert_eq!(rewrite(&dana, &draft, request).await.reason(), "LANGUAGE_MODEL_FAILED");
        assert_eq!(read(&dana, &draft).await["text"], draft["text"]);
    }

    async fn a_used_up_allowance_allows_templates_but_no_rewriting(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        let draft = create_written_draft(&it, &dana).await;
        let operator = it.server.login("admin@parlor.example").await;
        let allowance = json!({ "monthlyTokenAllowance": 50 });
        operator.patch("/admin/companies/company-harborline", allowance).await.ok();
        let status = dana.get("/drafting/status").await.ok();
        assert_eq!((&status["usedTokens"], &status["tokenAllowance"]), (&json!(50), &json!(50)));
        let request = json!({ "text": "The gate is repaired on Monday.", "style": "SHORTER" });
        assert_eq!(rewrite(&dana, &draft, request).await.reason(), "TOKEN_ALLOWANCE_USED");
        let next = create(&it.server, &dana, "The pool opens.").await;
        assert_eq!(read(&dana, &next).await["templateReason"], "ALLOWANCE_USED");
    }

    async fn rewriting_without_a_model_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = create(&server, &dana, NOTES).await;
        let request = json!({ "text": "The gate is repaired on Monday.", "style": "SHORTER" });
        assert_eq!(rewrite(&dana, &draft, request).await.reason(), "NO_LANGUAGE_MODEL");
    }
}
