//! Interprets Twilio's responses.
use http::{StatusCode, header};
use platform::Timestamp;
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use super::http_client::HttpResponse;
use crate::messaging::{
    carrier::{Outcome, ProviderMessage, error_codes},
    thread::Status,
};

/// The fields of a Twilio message that are used. Unknown fields are ignored.
#[derive(Deserialize)]
struct Message {
    sid: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    error_code: Option<i32>,
    #[serde(default, deserialize_with = "rfc2822")]
    date_created: Option<Timestamp>,
}

#[derive(Deserialize)]
struct Page {
    messages: Vec<Message>,
}

#[derive(Deserialize)]
struct Problem {
    code: Option<i32>,
}

fn rfc2822<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(text.and_then(|text| time(&text)))
}

/// Parses a time in the format of RFC 2822.
fn time(text: &str) -> Option<Timestamp> {
    let time = jiff::fmt::rfc2822::parse(text).ok()?;
    Some(Timestamp(time.timestamp().as_millisecond()))
}

/// Converts Twilio's status of an outgoing text; `None` for statuses of incoming ones.
pub fn status(word: &str) -> Option<Status> {
    Some(match word {
        "accepted" | "scheduled" | "queued" | "sending" | "sent" => Status::Sent,
        "delivered" | "read" => Status::Delivered,
        "undelivered" => Status::Undelivered,
        "failed" => Status::Failed,
        "canceled" => Status::Canceled,
        _ => return None,
    })
}

pub fn to_sending(answer: &HttpResponse) -> Outcome {
    let code = answer.status;
    match code.as_u16() {
        200..=299 => match read::<Message>(answer).filter(|message| !message.sid.is_empty()) {
            Some(message) => Outcome::Accepted {
                status: status(&message.status).unwrap_or(Status::Sent),
                sid: message.sid,
            },
            None => Outcome::Unknown { why: "Twilio's answer could not be understood.".to_owned() },
        },
        429 => Outcome::Busy { wait: retry_after(answer) },
        // With Retry-After, a 503 asks for the same request again later: a server that is overloaded or under
        // maintenance turned it away before processing it (RFC 9110, section 15.6.4). Without, a proxy that lost
        // the connection to such a server may have written it.
        503 if answer.headers.contains_key(header::RETRY_AFTER) => {
            Outcome::Away { why: failed(code), wait: retry_after(answer) }
        }
        // A timeout at Twilio leaves the outcome unknown as well.
        408 | 504 => Outcome::Unknown { why: "Twilio did not answer in time.".to_owned() },
        400..=499 => {
            let problem = read::<Problem>(answer).and_then(|problem| problem.code);
            let problem = problem.or((code == StatusCode::UNAUTHORIZED).then_some(20_003));
            Outcome::Refused { code: problem, words: error_codes::explain(problem) }
        }
        // A server that fails may have created the message before.
        500..=599 => Outcome::Unknown { why: failed(code) },
        _ => Outcome::Unknown { why: "Twilio's answer could not be understood.".to_owned() },
    }
}

fn failed(status: StatusCode) -> String {
    format!("Twilio failed ({}).", status.as_u16())
}

pub fn to_tracing(answer: &HttpResponse) -> Result<Vec<ProviderMessage>, String> {
    if !answer.status.is_success() {
        return Err(format!("Twilio answered {}", answer.status.as_u16()));
    }
    let page = read::<Page>(answer).ok_or("Twilio's answer could not be understood")?;
    let provider_message = |message: Message| {
        let status = status(&message.status)?;
        let (body, created) = (message.body?, message.date_created?);
        Some(ProviderMessage { sid: message.sid, status, code: message.error_code, body, created })
    };
    Ok(page.messages.into_iter().filter_map(provider_message).collect())
}

fn read<T: DeserializeOwned>(answer: &HttpResponse) -> Option<T> {
    serde_json::from_slice(&answer.body).ok()
}

/// Returns the seconds of `Retry-After`. A date is ignored, because clocks may differ.
fn retry_after(answer: &HttpResponse) -> Option<u64> {
    answer.headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str, retry_after: Option<&str>) -> HttpResponse {
        let retry_after = retry_after
            .map(|value| (header::RETRY_AFTER, value.parse::<header::HeaderValue>().expect("a header")));
        HttpResponse {
            status: StatusCode::from_u16(status).expect("a status"),
            headers: retry_after.into_iter().collect(),
            body: body.to_owned().into(),
        }
    }

    #[test]
    fn responses_to_sending_are_classified_and_ambiguous_ones_are_unknown() {
        let sent = |status, body| to_sending(&answer(status, body, None));
        let accepted = Outcome::Accepted { sid: "SM1".into(), status: Status::Sent };
        assert_eq!(sent(201, r#"{"sid":"SM1","status":"queued","price":null,"new":[]}"#), accepted);
        assert_eq!(sent(429, ""), Outcome::Busy { wait: None });
        for (status, body) in [(201, "<html>"), (201, "{}"), (200, ""), (302, ""), (504, ""), (408, "")] {
            assert!(matches!(sent(status, body), Outcome::Unknown { .. }), "{status} {body}");
        }
        let refused = sent(400, r#"{"code":21610,"message":"x","status":400}"#);
        assert!(matches!(refused, Outcome::Refused { code: Some(21_610), .. }));
        assert!(matches!(sent(401, "nonsense"), Outcome::Refused { code: Some(20_003), .. }));
    }

    #[test]
    fn a_server_error_is_ambiguous_unless_it_asks_for_the_request_again() {
        for status in 500..=599 {
            let outcome = to_sending(&answer(status, r#"{"code":20500,"status":500}"#, None));
            assert!(matches!(outcome, Outcome::Unknown { .. }), "{status}");
        }
        for status in [500, 502, 504] {
            let outcome = to_sending(&answer(status, "", Some("7")));
            assert!(matches!(outcome, Outcome::Unknown { .. }), "{status} with Retry-After");
        }
        let turned_away = |retry_after| to_sending(&answer(503, "<html>", Some(retry_after)));
        assert!(matches!(turned_away("7"), Outcome::Away { wait: Some(7), .. }));
        assert!(matches!(turned_away("Fri, 24 May 2019 17:18:27 GMT"), Outcome::Away { wait: None, .. }));
        assert_eq!(to_sending(&answer(429, "", Some("7"))), Outcome::Busy { wait: Some(7) });
    }

    #[test]
    fn times_are_parsed_in_rfc_2822_format() {
        assert_eq!(time("Fri, 24 May 2019 17:18:27 +0000"), Some(Timestamp(1_558_718_307_000)));
        assert_eq!(time("2019-05-24"), None);
    }

    #[test]
    fn malformed_responses_are_classified() {
        let samples: [&[u8]; 3] = [
            br#"{"sid":"SM1","status":"queued","error_code":null,"date_created":"Fri, 24 May 2019 17:18:27 +0000"}"#,
            br#"{"messages":[{"sid":"SM1","status":"sent","body":"hi",
                "date_created":"Fri, 24 May 2019 17:18:27 +0000"}]}"#,
            br#"{"code":21610,"message":"x","status":400}"#,
        ];
        fuzzing::check_bytes(800, &samples, |body| {
            for status in [201, 400, 429, 503] {
                let text = String::from_utf8_lossy(body);
                let retry_after = text.chars().filter(char::is_ascii_graphic).take(30).collect::<String>();
                let answer =
                    HttpResponse { body: body.to_vec().into(), ..answer(status, "", Some(&retry_after)) };
                let accepted = matches!(to_sending(&answer), Outcome::Accepted { .. });
                assert!(!accepted || status == 201);
                assert!(to_tracing(&answer).is_err() || status == 201);
            }
        });
    }
}
