//! Text blasts of a partner's application, over REST and gRPC, with and without the scopes.
use serde_json::json;
use tonic::Code;

use super::*;

on_both! {
    async fn a_partner_with_the_scopes_sends_a_blast_over_rest(server: TestServer) {
        let dana = server.harborline_admin().await;
        let writer = server.machine(&dana.issue(&["BLASTS_READ", "BLASTS_WRITE"], &[]).await).await;
        let reader = server.machine(&dana.issue(&["BLASTS_READ"], &[]).await).await;
        let other = server.machine(&dana.issue(&["KNOWLEDGE_READ"], &[]).await).await;
        let audience = json!({ "filter": { "communityIds": [MERIDIAN] } });
        let body = json!({ "title": "Water shutoff", "body": "{{community}}: water is off", "audience": audience });
        for token in [&reader, &other] {
            let refused = server.bearer("POST", "/blasts", token, Some(body.clone())).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "INSUFFICIENT_SCOPE"));
        }
        let blast = server.bearer("POST", "/blasts", &writer, Some(body)).await.ok()["blast"].clone();
        assert_eq!(blast["createdByName"], "Elm Ledger");
        let path = path_of(&blast);
        let review = server.bearer("GET", &format!("{path}/review"), &reader, None).await.ok();
        assert_eq!(review["recipientCount"], 7);
        assert_eq!(server.bearer("GET", &path, &other, None).await.status, 403);
        assert_eq!(server.bearer("POST", &format!("{path}/schedule"), &reader, Some(json!({}))).await.status, 403);
        server.bearer("POST", &format!("{path}/schedule"), &writer, Some(json!({}))).await.ok();
        server.later(Duration::from_secs(10)).await;
        let sent = server.bearer("GET", &path, &reader, None).await.ok()["blast"].clone();
        assert_eq!((&sent["state"], &sent["counts"]["delivered"]), (&json!("FINISHED"), &json!(7)));
        assert_eq!(sent["scheduledByName"], "Elm Ledger");
        let theirs = server.northgate_admin().await.issue(&["BLASTS_READ"], &[]).await;
        let theirs = server.machine(&theirs).await;
        assert_eq!(server.bearer("GET", &path, &theirs, None).await.status, 404, "it is another company's");
    }

    async fn a_partner_with_the_scopes_pauses_and_cancels_a_blast_over_grpc(server: TestServer) {
        let dana = server.harborline_admin().await;
        // The blast waits for the end of quiet hours.
        server.later(Duration::from_secs(11 * 3_600)).await;
        let writer = format!("Bearer {}", server.machine(&dana.issue(&["BLASTS_READ", "BLASTS_WRITE"], &[]).await).await);
        let reader = format!("Bearer {}", server.machine(&dana.issue(&["BLASTS_READ"], &[]).await).await);
        let blast = draft(&dana, "{{community}}: good morning", &[MERIDIAN]).await;
        let call = async |name: &str, token: &str| {
            let method = method(name);
            let request = json!({ "id": blast["_id"] });
            let request = prost_reflect::DynamicMessage::deserialize(method.input(), &request).unwrap();
            server.grpc(&method, token, &request).await
        };
        for name in ["ScheduleBlast", "PauseBlast", "CancelBlast"] {
            let refused = call(&format!("BlastService.{name}"), &reader).await;
            assert_eq!((refused.code, refused.reason.as_str()), (Code::PermissionDenied, "INSUFFICIENT_SCOPE"), "{name}");
        }
        call("BlastService.ScheduleBlast", &writer).await.ok();
        server.later(Duration::from_secs(10)).await;
        for (name, state) in [("PauseBlast", "PAUSED"), ("ResumeBlast", "RUNNING"), ("CancelBlast", "CANCELED")] {
            call(&format!("BlastService.{name}"), &writer).await.ok();
            assert_eq!(read(&dana, &blast).await["state"], state);
        }
        let approval = call("BlastService.ApproveBlast", &writer).await;
        assert_eq!(approval.code, Code::PermissionDenied, "a person approves");
        call("BlastService.GetBlast", &reader).await.ok();
    }
}
