//! Webhooks of carriers and of Chatwoot, outside of the contract. Twilio and Chatwoot each sign requests in their own
//! way; Textline's webhook has a secret in its address. A request with a wrong signature or secret is refused without
//! effect.
use std::time::Duration;

use axum::{
    Router,
    extract::{Path, Request, State},
    response::{IntoResponse, Response},
    routing::post,
};
use http::{HeaderValue, StatusCode, header};
use platform::Fault;
use tokio::time::timeout;
use tonic::Status;

use super::{body_limit, rest};
use crate::{
    bot,
    context::Context,
    integrations::chatwoot,
    messaging::carrier::{self, VerifiedRequest},
};

/// The response to Twilio: no action.
const NOTHING: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Response/>"#;

/// Maximum size of a request body in bytes. A text with all of its fields is far smaller.
const MOST_BYTES: usize = 1 << 20;

/// Returns the routes for carriers.
pub fn router(context: Context) -> Router {
    Router::new()
        .route(carrier::MESSAGES, post(message))
        .route(carrier::STATUS, post(status))
        .route(carrier::TEXTLINE_POSTS, post(textline_post))
        .with_state(context)
}

/// Returns the route for Chatwoot.
pub fn chatwoot_router(receiver: chatwoot::Receiver) -> Router {
    Router::new().route(chatwoot::WEBHOOK, post(chatwoot_event)).with_state(receiver)
}

/// Receives a text that Textline reports.
async fn textline_post(
    State(context): State<Context>,
    Path((company, secret)): Path<(String, String)>,
    request: Request,
) -> Response {
    let body = match body_limit::read(request.into_body(), MOST_BYTES).await {
        Ok(body) => body,
        Err(status) => return rest::failure(&status),
    };
    let call = carrier::TextlineCall { company: &company, secret: &secret, body: &body };
    match carrier::report_post(&context, &call).await {
        Ok(true) => StatusCode::OK.into_response(),
        Ok(false) => (StatusCode::FORBIDDEN, "The address is not valid.").into_response(),
        Err(fault) => rest::failure(&Status::from(fault)),
    }
}

/// Receives a message of an agent or a change of a conversation.
async fn chatwoot_event(
    State(receiver): State<chatwoot::Receiver>,
    Path(company): Path<String>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let body = match body_limit::read(body, MOST_BYTES).await {
        Ok(body) => body,
        Err(status) => return rest::failure(&status),
    };
    let header =
        |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let call = chatwoot::Call {
        company: &company,
        signature: header("x-chatwoot-signature"),
        timestamp: header("x-chatwoot-timestamp"),
        delivery: header("x-chatwoot-delivery"),
        body: &body,
    };
    match receiver.receive(&call).await {
        Ok(chatwoot::Reply::Forbidden) => {
            (StatusCode::FORBIDDEN, "The signature is invalid.").into_response()
        }
        Ok(chatwoot::Reply::Done) => StatusCode::OK.into_response(),
        Ok(chatwoot::Reply::Refused(why)) => (StatusCode::UNPROCESSABLE_ENTITY, why).into_response(),
        Err(fault) => rest::failure(&Status::from(fault)),
    }
}

/// How long a text waits for a text of a blast to the same phone; carriers wait 15 seconds for the response.
const BLAST_TEXT_WAIT: Duration = Duration::from_secs(10);

/// Receives a text and stores it once, with the job that processes it. The text may be an opt-out: no text of a blast
/// is handed to the carrier after the response, so it waits for one that is being handed over.
async fn message(State(context): State<Context>, request: Request) -> Response {
    answer(request, &context, async |call, _| {
        let Some(inbound) = carrier::inbound(&call) else { return Ok(()) };
        let VerifiedRequest { scope, line, .. } = &call;
        let key = Context::blast_text_key(scope, &inbound.from);
        let mut tx = context.db.write(scope).await?;
        if carrier::record_report(&mut tx, scope, &context, &inbound).await? {
            let carrier::Inbound { from, body, photos, seen_to, .. } = inbound;
            let origin = bot::Origin::Carrier(seen_to);
            let text = bot::ReceivedText { number: line, from: &from, body: &body, photos, origin };
            bot::receive(&mut tx, scope, &context, text).await?;
        }
        tx.commit().await?;
        // The text is stored: an error here must not have the carrier deliver it again.
        if let Ok(Err(fault)) = timeout(BLAST_TEXT_WAIT, context.blast_texts.wait_for(&key)).await {
            tracing::warn!(%fault, "could not wait for the text of a blast");
        }
        Ok(())
    })
    .await
}

/// Receives a status report on an outbound text.
async fn status(State(context): State<Context>, request: Request) -> Response {
    answer(request, &context, async |call, attempt| carrier::take_report(&context, &call, &attempt).await)
        .await
}

/// Verifies the signature of a request, then runs `work` with the request and the delivery attempt in its URL.
async fn answer(
    request: Request,
    context: &Context,
    work: impl AsyncFnOnce(VerifiedRequest, String) -> Result<(), Fault>,
) -> Response {
    let (parts, body) = request.into_parts();
    let body = match body_limit::read(body, MOST_BYTES).await {
        Ok(body) => body,
        Err(status) => return rest::failure(&status),
    };
    let signature = parts.headers.get("x-twilio-signature").and_then(|s| s.to_str().ok());
    let path_and_query = parts.uri.path_and_query().map_or("", |p| p.as_str());
    let call = carrier::Call { path_and_query, signature: signature.unwrap_or_default(), body: &body };
    let done = match carrier::verified(context, &call).await {
        Ok(None) => return (StatusCode::FORBIDDEN, "The signature is invalid.").into_response(),
        Ok(Some(call)) => work(call, attempt(&parts.uri)).await,
        Err(fault) => Err(fault),
    };
    match done {
        Ok(()) => {
            let kind = HeaderValue::from_static("text/xml; charset=utf-8");
            ([(header::CONTENT_TYPE, kind)], NOTHING).into_response()
        }
        Err(fault) => rest::failure(&Status::from(fault)),
    }
}

fn attempt(uri: &http::Uri) -> String {
    let query = uri.query().unwrap_or_default();
    let mut named = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "attempt");
    named.next().map(|(_, attempt)| attempt.into_owned()).unwrap_or_default()
}
