//! The REST route of each method, read from its `google.api.http` annotation.
use http::Method;
use prost_reflect::{DynamicMessage, FieldDescriptor, MethodDescriptor};

/// The REST route of a method.
#[derive(Clone)]
pub struct Route {
    /// The method.
    pub method: MethodDescriptor,
    /// The HTTP method.
    pub verb: Method,
    /// The path, with parameters in braces by the names of their fields.
    pub template: String,
    /// Whether the message is in the body; otherwise it is in the query.
    pub takes_body: bool,
}

impl Route {
    /// Returns the routes of all methods that have one.
    ///
    /// # Errors
    /// Fails with the name of a method whose annotation cannot be read.
    pub fn all() -> Result<Vec<Self>, String> {
        let http = contract::extension("google.api.http");
        let methods = contract::POOL.services().flat_map(|s| s.methods().collect::<Vec<_>>());
        methods
            .filter(|method| method.options().has_extension(&http))
            .map(|method| {
                let options = method.options();
                let read = |annotation: &DynamicMessage| {
                    let (verb, template) = pattern(annotation)?;
                    let body = annotation.get_field_by_name("body");
                    let takes_body = body.is_some_and(|body| body.as_str() == Some("*"));
                    Some(Self { method: method.clone(), verb, template, takes_body })
                };
                let route = options.get_extension(&http).as_message().and_then(read);
                route.ok_or_else(|| format!("{}: google.api.http has no path", method.full_name()))
            })
            .collect()
    }

    /// Returns the fields in the path, in its order.
    pub fn path_fields(&self) -> Vec<FieldDescriptor> {
        let names = self.template.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        names.filter_map(|name| self.method.input().get_field_by_name(name)).collect()
    }

    /// Returns the fields that are not in the path, but in the body or in the query.
    pub fn other_fields(&self) -> Vec<FieldDescriptor> {
        let taken = self.path_fields();
        self.method.input().fields().filter(|field| !taken.contains(field)).collect()
    }
}

fn pattern(annotation: &DynamicMessage) -> Option<(Method, String)> {
    let verbs = [
        ("get", Method::GET),
        ("put", Method::PUT),
        ("post", Method::POST),
        ("delete", Method::DELETE),
        ("patch", Method::PATCH),
    ];
    let (name, verb) = verbs.into_iter().find(|(name, _)| annotation.has_field_by_name(name))?;
    Some((verb, annotation.get_field_by_name(name)?.as_str()?.to_owned()))
}
