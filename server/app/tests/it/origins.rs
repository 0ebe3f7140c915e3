//! Pages of other origins: those that are configured may call, and read how a call went.
use http::Request;
use http_body_util::Full;

use crate::support::*;

on_both! {
    async fn a_configured_origin_may_call_and_another_may_not(house: House) {
        for (origin, allowed) in [("https://dash.example", true), ("https://evil.example", false)] {
            let preflight = Request::options(format!("http://{}/parlor.v1.SessionService/Login", house.address))
                .header("origin", origin)
                .header("access-control-request-method", "POST")
                .header("access-control-request-headers", "content-type,usertoken,x-grpc-web,idempotency-key")
                .body(Full::default())
                .unwrap();
            let answer = house.send(preflight).await;
            assert_eq!(answer.headers.get("access-control-allow-origin").is_some_and(|o| o == origin), allowed);

            let call = Request::get(format!("http://{}/users/token", house.address)).header("origin", origin);
            let answer = house.send(call.body(Full::default()).unwrap()).await;
            let exposed = answer.headers.get("access-control-expose-headers").map(|v| v.to_str().unwrap().to_owned());
            let exposed = exposed.unwrap_or_default();
            assert_eq!(answer.headers.contains_key("access-control-allow-origin"), allowed);
            assert!(!allowed || exposed.contains("grpc-status-details-bin") && exposed.contains("x-request-id"));
        }
    }
}
