//! The description of one call on the page.
use serde_json::Value as Json;

use super::{
    fields::{self, Row},
    text::{Calls, escape, inline, json, prose},
};

/// An operation with its HTTP method and its path.
pub struct Call<'a> {
    /// The HTTP method in lowercase, such as `get`.
    pub verb: &'a str,
    /// The path, with parameters in braces.
    pub path: &'a str,
    /// The operation object of the document.
    pub operation: &'a Json,
}

impl Call<'_> {
    /// Returns the anchor of the call on the page.
    pub fn place(&self) -> &str {
        self.operation["operationId"].as_str().unwrap_or_default()
    }

    /// Returns the display name.
    pub fn name(&self) -> &str {
        self.operation["x-displayName"].as_str().unwrap_or_default()
    }

    /// Returns the HTTP method and the path as HTML.
    pub fn address(&self) -> String {
        let mut path = String::new();
        for (i, part) in self.path.split(['{', '}']).enumerate() {
            let part = escape(part);
            // A long path can wrap after each slash.
            path.push_str(&if i % 2 == 1 {
                format!("<var>{{{part}}}</var>")
            } else {
                part.replace('/', "/<wbr>")
            });
        }
        format!("<span class=\"verb verb-{0}\">{0}</span> <code>{path}</code>", escape(self.verb))
    }

    /// Returns the description of the call as HTML.
    pub fn html(&self, document: &Json, calls: &Calls) -> String {
        let operation = self.operation;
        let place = escape(self.place());
        let comment = operation["description"].as_str().unwrap_or_default();
        let comment = comment.rsplit_once("\n\n**Who may call:**").map_or(comment, |(comment, _)| comment);
        let old = if operation["deprecated"] == true { " <em>deprecated</em>" } else { "" };
        let mut words = prose(comment, calls);
        words.push_str(&self.access());
        words.push_str(&self.parameters("path", "In the path", document, calls));
        words.push_str(&self.parameters("query", "In the query", document, calls));
        words.push_str(&self.body(document, calls));
        words.push_str(&self.parameters("header", "In the headers", document, calls));
        words.push_str(&self.answer(document, calls));
        words.push_str(&self.errors(document, calls));
        format!(
            "<article class=\"call\" id=\"{place}\"><header><h3><a href=\"#{place}\">{}</a>{old}</h3>\
             <p class=\"address\">{}</p></header><div class=\"words\">{words}</div><div class=\"code\">{}</div></article>",
            escape(self.name()),
            self.address(),
            self.code(),
        )
    }

    fn access(&self) -> String {
        let access = &self.operation["x-access"];
        let words = access["words"].as_str().unwrap_or_default();
        let screens = access["screens"].as_array().map(Vec::as_slice).unwrap_or_default();
        if screens.is_empty() {
            return format!(
                "<div class=\"who\"><h4>Who may call</h4><p>{}</p></div>",
                inline(words, &Calls::new())
            );
        }
        // Groups screens with the same conditions.
        let mut groups: Vec<(&Json, Vec<&str>)> = Vec::new();
        for screen in screens {
            let title = screen["title"].as_str().unwrap_or_default();
            match groups.iter_mut().find(|(conditions, _)| *conditions == &screen["anyOf"]) {
                Some((_, titles)) => titles.push(title),
                None => groups.push((&screen["anyOf"], vec![title])),
            }
        }
        let group = |(conditions, titles): &(&Json, Vec<&str>)| {
            let conditions = conditions.as_array().into_iter().flatten().filter_map(Json::as_str);
            let conditions: Vec<String> = conditions.map(|one| inline(one, &Calls::new())).collect();
            format!("<li><strong>{}</strong> {}</li>", escape(&titles.join(", ")), conditions.join("; or "))
        };
        let list: String = groups.iter().map(group).collect();
        let more = access["besides"].as_str().filter(|more| !more.is_empty());
        let more = more.map(|more| format!("<p>{}</p>", inline(more, &Calls::new()))).unwrap_or_default();
        format!(
            "<div class=\"who\"><h4>Who may call</h4><p>Signed-in people who may open one of:</p><ul>{list}</ul>{more}</div>"
        )
    }

    fn parameters(&self, place: &str, title: &str, document: &Json, calls: &Calls) -> String {
        let all = self.operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        let resolved = all.iter().map(|parameter| match parameter["$ref"].as_str() {
            Some(to) => &document["components"]["parameters"][to.rsplit('/').next().unwrap_or_default()],
            None => parameter,
        });
        let rows: Vec<Row<'_>> =
            resolved.filter(|parameter| parameter["in"] == place).map(parameter).collect();
        section(title, &rows, document, calls)
    }

    fn body(&self, document: &Json, calls: &Calls) -> String {
        let schema = &self.operation["requestBody"]["content"]["application/json"]["schema"];
        section("Body", &fields::of_object(resolve(schema, document), true), document, calls)
    }

    fn answer(&self, document: &Json, calls: &Calls) -> String {
        let content = &self.operation["responses"]["200"]["content"];
        let (title, schema) = match content.get("application/x-ndjson") {
            Some(lines) => ("Each line's result", &lines["schema"]["properties"]["result"]),
            None => ("Answer", &content["application/json"]["schema"]),
        };
        let rows = fields::of_object(resolve(schema, document), false);
        match rows.is_empty() {
            true => "<h4>Answer</h4><p>An empty object.</p>".to_owned(),
            false => section(title, &rows, document, calls),
        }
    }

    fn errors(&self, document: &Json, calls: &Calls) -> String {
        let (mut rows, mut usual) = (String::new(), Vec::new());
        let responses = self.operation["responses"].as_object().into_iter().flatten();
        for (status, response) in responses.filter(|(status, _)| *status != "200") {
            let shared = response["$ref"].as_str().and_then(|to| to.rsplit('/').next());
            let response = shared.map_or(response, |name| &document["components"]["responses"][name]);
            // Errors that any call may return are described once on the page.
            let telling = ["NotFound", "AdministratorsOnly", "PlatformAdministratorsOnly"];
            if shared.is_some_and(|name| !telling.contains(&name)) {
                usual.push(status.as_str());
                continue;
            }
            for error in response["x-errors"].as_array().into_iter().flatten() {
                let reasons: Vec<String> = error["reasons"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|reason| {
                        reason.as_str().map(|reason| format!("<code>{}</code>", escape(reason)))
                    })
                    .collect();
                rows.push_str(&format!(
                    "<li><p class=\"field\"><b>{}</b> <code>{}</code></p><p>{}</p><p class=\"limits\">{}</p></li>",
                    escape(status),
                    escape(error["code"].as_str().unwrap_or_default()),
                    inline(error["meaning"].as_str().unwrap_or_default(), calls),
                    reasons.join(" "),
                ));
            }
        }
        let usual = format!("<p>As with any call, also <a href=\"#errors\">{}</a>.</p>", usual.join(", "));
        let rows = if rows.is_empty() { rows } else { format!("<ul class=\"fields\">{rows}</ul>") };
        format!("<h4>Errors</h4>{rows}{usual}")
    }

    fn code(&self) -> String {
        let curl = self.operation["x-codeSamples"][0]["source"].as_str().unwrap_or_default();
        let content = &self.operation["responses"]["200"]["content"];
        let stream = content.get("application/x-ndjson");
        let example = match stream {
            // Each message of a stream is on one line.
            Some(lines) => escape(&lines["example"].to_string()),
            None => json(&content["application/json"]["example"]),
        };
        format!(
            "<figure><figcaption>Request</figcaption><pre tabindex=\"0\"><code>{}</code></pre></figure>\
             <figure><figcaption>Answer</figcaption><pre tabindex=\"0\"><code>{example}</code></pre></figure>",
            escape(curl),
        )
    }
}

fn parameter(parameter: &Json) -> Row<'_> {
    Row {
        name: parameter["name"].as_str().unwrap_or_default(),
        schema: &parameter["schema"],
        description: parameter["description"].as_str(),
        presence: if parameter["required"] == true && parameter["in"] != "path" { "required" } else { "" },
        deprecated: parameter["deprecated"] == true,
    }
}

fn section(title: &str, rows: &[Row<'_>], document: &Json, calls: &Calls) -> String {
    match rows.is_empty() {
        true => String::new(),
        false => format!("<h4>{title}</h4>{}", fields::list(rows, &document["components"]["schemas"], calls)),
    }
}

/// Resolves the reference of a schema, if it is one.
pub fn resolve<'a>(schema: &'a Json, document: &'a Json) -> &'a Json {
    fields::referred(schema).map_or(schema, |name| &document["components"]["schemas"][name])
}
