//! The OpenAPI document and its pages match the contract and are served correctly.
use std::collections::HashSet;

use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use crate::support::*;

/// Returns all values within a JSON value.
fn all(value: &Value) -> Vec<&Value> {
    let within: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => vec![],
    };
    [value].into_iter().chain(within.into_iter().flat_map(all)).collect()
}

#[test]
fn every_rest_method_is_documented_once() {
    let document = Document::read();
    assert_eq!(document.0["openapi"], "3.1.0");
    let mut names = HashSet::new();
    for method in methods() {
        let operation = document.operation(&method);
        let name = operation["operationId"].as_str().unwrap();
        assert_eq!(name, short(&method).replace('.', "_"));
        assert!(names.insert(name), "{name} occurs twice");
        assert_eq!(operation["tags"], json!([method.parent_service().name()]));
        for words in ["summary", "description"] {
            assert!(
                operation[words].as_str().is_some_and(|words| !words.is_empty()),
                "{name} has no {words}"
            );
        }
        assert!(
            operation["x-access"]["words"].as_str().is_some_and(|words| !words.is_empty()),
            "{name} has no access description"
        );
        // Every name in braces is a parameter, and vice versa.
        let (_, path) = route(&method);
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let in_path: Vec<String> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| format!("{{{}}}", parameter["name"].as_str().unwrap()))
            .collect();
        assert_eq!(path.matches('{').count(), in_path.len(), "{name}");
        assert!(in_path.iter().all(|parameter| path.contains(parameter)), "{name}");
    }
    assert_eq!(document.operations().count(), names.len());
}

#[test]
fn every_reference_resolves_and_every_schema_is_described() {
    let document = Document::read();
    let mut referred = HashSet::new();
    for reference in all(&document.0).into_iter().filter_map(|value| value["$ref"].as_str()) {
        assert!(document.at(reference).is_some(), "{reference} leads nowhere");
        referred.insert(reference);
    }
    for (name, schema) in document.0["components"]["schemas"].as_object().unwrap() {
        assert!(
            schema["description"].as_str().is_some_and(|words| !words.is_empty()),
            "{name} is not described"
        );
        assert!(
            referred.contains(format!("#/components/schemas/{name}").as_str()),
            "nothing refers to {name}"
        );
        for (field, schema) in
            schema["properties"].as_object().into_iter().flatten().filter(|(f, _)| *f != "@type")
        {
            assert!(schema["description"].is_string(), "{name}.{field} is not described");
        }
    }
}

#[test]
fn examples_match_their_schemas() {
    let document = Document::read();
    for (verb, path, operation) in document.operations() {
        for content in all(operation).into_iter().filter(|value| value.get("schema").is_some()) {
            let Some(example) = content.get("example") else { continue };
            let mismatch = document.mismatch(&content["schema"], example, "it");
            assert_eq!(mismatch, None, "{verb} {path}");
        }
    }
    let status = &document.0["components"]["schemas"]["Status"];
    assert_eq!(document.mismatch(status, &status["examples"][0], "it"), None);
}

#[test]
fn the_security_of_each_operation_matches_its_access() {
    let document = Document::read();
    for (verb, path, operation) in document.operations() {
        let open = operation["x-access"]["public"] == true;
        assert_eq!(operation["security"] == json!([]), open, "{verb} {path}");
        let unauthenticated = operation["responses"].get("401").is_some();
        assert!(open || unauthenticated, "{verb} {path} does not document an ended session");
    }
    for (verb, path, operation) in document.operations() {
        for screen in operation["x-access"]["screens"].as_array().unwrap() {
            let conditions = screen["anyOf"].as_array().unwrap();
            let is_named = !conditions.is_empty() && conditions.iter().all(|condition| condition != "");
            assert!(is_named, "{verb} {path} does not state the conditions of {}", screen["screen"]);
        }
    }
    let role = document.operations().filter(|(_, _, operation)| !operation["x-access"]["role"].is_null());
    for (verb, path, operation) in role {
        assert!(
            operation["responses"].get("403").is_some(),
            "{verb} {path} does not document a missing role"
        );
    }
}

#[test]
fn documented_errors_match_the_comments_of_the_method() {
    let document = Document::read();
    let operation = document.operation(&method("KnowledgeService.CreateAnswer"));
    let errors: Vec<&Value> =
        all(operation).into_iter().filter(|value| value["reasons"].is_array()).collect();
    let reasons = |code: &str| -> Vec<Value> {
        let of_code = errors.iter().filter(|error| error["code"] == code);
        of_code.flat_map(|error| error["reasons"].as_array().unwrap().clone()).collect()
    };
    assert_eq!(reasons("ALREADY_EXISTS"), ["QUESTION_EXISTS"]);
    assert!(reasons("FAILED_PRECONDITION").contains(&json!("TOO_MANY_ANSWERS")));
    let codes: Vec<&String> = operation["responses"].as_object().unwrap().keys().collect();
    assert_eq!(codes, ["200", "400", "401", "403", "404", "409", "413", "429", "499", "500", "503", "504"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn error_responses_match_the_error_schema() {
    let server = TestServer::open(Engine::Sqlite).await;
    let document = Document::read();
    let status = &document.0["components"]["schemas"]["Status"];
    let dana = server.harborline_admin().await;
    for answer in [
        server.rest("GET", "/users/token", "", None).await,
        dana.get("/textConversations/nothing").await,
        dana.get("/textConversations?limit=many").await,
        dana.post("/handset/messages", json!({ "from": "hello", "to": "", "body": "" })).await,
        dana.post("/users/token", json!({})).await,
        dana.get("/nothing/here.json").await,
    ] {
        assert!(answer.status.as_u16() >= 400);
        assert_eq!(document.mismatch(status, &answer.json(), "it"), None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_is_served_with_an_etag() {
    let server = TestServer::open(Engine::Sqlite).await;
    let answer = server.rest("GET", "/openapi.json", "", None).await;
    assert_eq!(answer.ok(), Document::read().0);
    assert_eq!(answer.headers["content-type"], "application/json");
    let tag = answer.headers["etag"].clone();
    for (etag, status) in [(tag.to_str().unwrap(), 304), ("\"other\"", 200)] {
        let request =
            Request::get(format!("http://{}/openapi.json", server.address)).header("if-none-match", etag);
        let again = server.send(request.body(Full::default()).unwrap()).await;
        assert_eq!((again.status.as_u16(), &again.headers["etag"]), (status, &tag));
        assert_eq!(again.bytes.is_empty(), status == 304);
    }
    assert_eq!(server.rest("POST", "/openapi.json", "", None).await.status, 405);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_api_pages_list_every_method_and_allow_only_own_scripts() {
    let server = TestServer::open(Engine::Sqlite).await;
    let answer = server.rest("GET", "/docs/api", "", None).await;
    assert_eq!(
        (answer.status.as_u16(), answer.headers["content-type"].to_str().unwrap()),
        (200, "text/html; charset=utf-8")
    );
    let policy = answer.headers["content-security-policy"].to_str().unwrap();
    for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(rule), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    let page = String::from_utf8(answer.bytes.to_vec()).unwrap();
    for (verb, path, operation) in Document::read().operations() {
        let place = operation["operationId"].as_str().unwrap();
        assert!(page.contains(&format!("<article class=\"call\" id=\"{place}\">")), "{verb} {path}");
        assert!(page.contains(&format!("<a href=\"#{place}\">")), "nothing leads to {place}");
    }
    // There are no inline scripts and no inline styles, which the policy would block.
    assert_eq!(page.matches("<script").count(), page.matches("<script src=\"/theme.js\"></script>").count());
    assert!(!page.contains(" style=") && !page.contains(" onclick"));
    // Each link within the page has a target.
    for place in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!(" id=\"{place}\"")), "#{place} leads nowhere");
    }
    let style = server.rest("GET", "/docs/api/reference.css", "", None).await;
    assert_eq!(
        (style.status.as_u16(), &style.headers["content-type"]),
        (200, &"text/css; charset=utf-8".parse().unwrap())
    );
    // A rule with an undefined custom property has no effect.
    let style = String::from_utf8(style.bytes.to_vec()).unwrap();
    for name in style.split("var(").skip(1).filter_map(|rest| rest.split([')', ',']).next()) {
        assert!(style.contains(&format!("{name}:")), "{name} is not defined");
    }
}
