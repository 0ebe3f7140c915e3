//! The document as one HTML page with all calls and types. Its only script is a file of the dashboard, which sets the
//! color scheme that the user chose.
mod call;
mod fields;
mod text;

use std::collections::HashSet;

use serde_json::Value as Json;

use self::{
    call::{Call, resolve},
    text::{Calls, escape, inline, json, prose},
};
use crate::transport::web_files;

const LOGO: &str = include_str!("logo.svg");
const TOKENS: &str = include_str!("../../../../../../web/src/ui/styles/tokens.css");
const OWN: &str = include_str!("reference.css");

/// Returns the page as HTML.
pub fn page(document: &Json) -> String {
    let all = calls(document);
    let known: Calls = all.iter().map(|call| (method(call.place()), call.place().to_owned())).collect();
    let types = types(document, &all);
    let info = &document["info"];
    let mut main = format!(
        "<section class=\"opening\"><h1>API reference</h1><p class=\"lead\">{} Version {}.</p>{}</section>{}",
        escape(info["summary"].as_str().unwrap_or_default()),
        escape(info["version"].as_str().unwrap_or_default()),
        prose(info["description"].as_str().unwrap_or_default(), &known),
        errors(document),
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let of_tag: Vec<&Call<'_>> =
            all.iter().filter(|call| call.operation["tags"][0] == tag["name"]).collect();
        let list: String = of_tag.iter().map(|call| entry(call)).collect();
        let calls: String = of_tag.iter().map(|call| call.html(document, &known)).collect();
        main.push_str(&format!(
            "<section class=\"service\" id=\"{}\"><h2>{}</h2>{}<ul class=\"index\">{list}</ul>{calls}</section>",
            escape(tag["name"].as_str().unwrap_or_default()),
            escape(tag["x-displayName"].as_str().unwrap_or_default()),
            prose(tag["description"].as_str().unwrap_or_default(), &known),
        ));
    }
    main.push_str("<section class=\"service\" id=\"types\"><h2>Types</h2>");
    types.iter().for_each(|name| main.push_str(&type_of(name, document, &known)));
    main.push_str("</section>");
    frame(&contents(document, &all, &types), &main)
}

fn entry(call: &Call<'_>) -> String {
    format!("<li><a href=\"#{}\">{}</a> {}</li>", escape(call.place()), escape(call.name()), call.address())
}

fn frame(contents: &str, main: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>API reference - Parlor</title>\
         <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\
         <link rel=\"stylesheet\" href=\"/docs/api/reference.css\"><script src=\"/theme.js\"></script></head><body>\
         <a class=\"skip\" href=\"#main\">Skip to content</a>\
         <header class=\"header\"><a href=\"/\">{LOGO}</a><span>API reference</span>\
         <a class=\"document\" href=\"/openapi.json\">OpenAPI document</a></header>\
         <div class=\"layout\"><input type=\"checkbox\" id=\"open\"><label for=\"open\">All calls</label>\
         <nav aria-label=\"Calls\">{contents}</nav><main id=\"main\" tabindex=\"-1\">{main}</main></div></body></html>\n"
    )
}

fn contents(document: &Json, all: &[Call<'_>], types: &[&str]) -> String {
    let link =
        |place: &str, name: &str| format!("<li><a href=\"#{}\">{}</a></li>", escape(place), escape(name));
    let mut out = String::new();
    for tag in document["tags"].as_array().into_iter().flatten() {
        let of_tag = all.iter().filter(|call| call.operation["tags"][0] == tag["name"]);
        let links: String = of_tag.map(|call| link(call.place(), call.name())).collect();
        out.push_str(&format!(
            "<h2><a href=\"#{}\">{}</a></h2><ul>{links}</ul>",
            escape(tag["name"].as_str().unwrap_or_default()),
            escape(tag["x-displayName"].as_str().unwrap_or_default()),
        ));
    }
    let types: String = types.iter().map(|name| link(&format!("type-{name}"), name)).collect();
    format!("{out}<h2><a href=\"#types\">Types</a></h2><ul>{types}</ul>")
}

/// Returns all operations in the document's order.
fn calls(document: &Json) -> Vec<Call<'_>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths
        .flat_map(|(path, verbs)| {
            let verbs = verbs.as_object().into_iter().flatten();
            verbs.map(move |(verb, operation)| Call { verb, path, operation })
        })
        .collect()
}

/// Returns `UndoEscalation` for `EscalationService_UndoEscalation`.
fn method(place: &str) -> String {
    place.split_once('_').map_or(place, |(_, method)| method).to_owned()
}

/// Returns the section on errors: their format, and the errors that any call may return.
fn errors(document: &Json) -> String {
    let status = &document["components"]["schemas"]["Status"];
    let shared = document["components"]["responses"].as_object().into_iter().flatten();
    let mut told: Vec<&Json> =
        shared.filter_map(|(_, response)| response["x-errors"].as_array()).flatten().collect();
    told.sort_by_key(|error| error["status"].as_u64());
    let row = |error: &&Json| {
        let reasons = error["reasons"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let reasons: Vec<String> = reasons.map(|reason| format!("<code>{}</code>", escape(reason))).collect();
        format!(
            "<li><p class=\"field\"><b>{}</b> <code>{}</code></p><p>{}</p><p class=\"limits\">{}</p></li>",
            error["status"],
            escape(error["code"].as_str().unwrap_or_default()),
            inline(error["meaning"].as_str().unwrap_or_default(), &Calls::new()),
            reasons.join(" "),
        )
    };
    let rows: String = told.iter().map(row).collect();
    format!(
        "<section class=\"service\" id=\"errors\"><article class=\"call\"><header><h3>Errors</h3></header>\
         <div class=\"words\"><p>All errors have the format of a gRPC status:</p><ul class=\"fields\">{rows}</ul></div>\
         <div class=\"code\"><figure><figcaption>An error</figcaption><pre tabindex=\"0\"><code>{}</code></pre></figure></div>\
         </article></section>",
        json(&status["examples"][0]),
    )
}

/// Returns the names of the schemas that are neither a request or response of a call nor part of an error.
fn types<'a>(document: &'a Json, all: &[Call<'_>]) -> Vec<&'a str> {
    let mut own: HashSet<&str> = ["Status", "ErrorInfo", "BadRequest", "RetryInfo", "RequestInfo"].into();
    for call in all {
        let answer = &call.operation["responses"]["200"]["content"];
        for content in [answer, &call.operation["requestBody"]["content"]] {
            for (_, content) in content.as_object().into_iter().flatten() {
                let schema = &content["schema"];
                own.extend(fields::referred(schema));
                own.extend(fields::referred(&schema["properties"]["result"]));
            }
        }
    }
    let named = document["components"]["schemas"].as_object().into_iter().flatten();
    named.map(|(name, _)| name.as_str()).filter(|name| !own.contains(name)).collect()
}

fn type_of(name: &str, document: &Json, calls: &Calls) -> String {
    let schema = resolve(&document["components"]["schemas"][name], document);
    let request = name.ends_with("Input");
    let within = match schema["x-enumDescriptions"].as_object() {
        Some(values) => {
            let value = |(value, meaning): (&String, &Json)| {
                let meaning = inline(meaning.as_str().unwrap_or_default(), calls);
                format!("<li><p class=\"field\"><code>{}</code></p><p>{meaning}</p></li>", escape(value))
            };
            format!("<ul class=\"fields\">{}</ul>", values.iter().map(value).collect::<String>())
        }
        None => fields::list(&fields::of_object(schema, request), &document["components"]["schemas"], calls),
    };
    format!(
        "<article class=\"type\" id=\"type-{0}\"><h3><a href=\"#type-{0}\">{0}</a></h3>{1}{within}</article>",
        escape(name),
        prose(schema["description"].as_str().unwrap_or_default(), calls),
    )
}

/// Returns the style sheet: the dashboard's design tokens and typefaces, and the page's own styles.
pub fn style() -> String {
    let mut out = String::with_capacity(TOKENS.len() + OWN.len());
    for (i, block) in TOKENS.split("@font-face").enumerate() {
        match (i, block.split_once('}')) {
            (0, _) | (_, None) => out.push_str(block),
            (_, Some((face, after))) => {
                // Without a build of the dashboard, a system typeface is used.
                if let Some(face) = face_of(face) {
                    out.push_str(&face);
                }
                out.push_str(after);
            }
        }
    }
    out.push_str(OWN);
    out
}

fn face_of(face: &str) -> Option<String> {
    let (before, rest) = face.split_once("url(\"")?;
    let (source, after) = rest.split_once('"')?;
    let name = source.rsplit('/').next()?.strip_suffix(".woff2")?;
    let file = web_files::asset(&format!("{name}-"), ".woff2")?;
    Some(format!("@font-face{before}url(\"/{file}\"{after}}}"))
}
