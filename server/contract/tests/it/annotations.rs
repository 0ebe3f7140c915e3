//! Every ID field, method and service has the required annotations.
use contract::{
    POOL, extension, option,
    options::{Access, ResourceType, Role, ServiceHost},
};
use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MethodDescriptor};

/// Fields that are named like an id and hold none.
const NOT_IDS: [&str; 17] = [
    "parlor.v1.ReportDetail.subject_id",
    "parlor.v1.UnansweredQuestion.id",
    "parlor.v1.Company.chatwoot_inbox_id",
    "parlor.v1.UpdateCompanyRequest.chatwoot_inbox_id",
    "parlor.v1.Chatwoot.account_id",
    "parlor.v1.Chatwoot.inbox_id",
    "parlor.v1.ConfigureChatwootRequest.account_id",
    "parlor.v1.ConfigureChatwootRequest.inbox_id",
    "parlor.v1.Partner.client_id",
    "parlor.v1.GetAuthorizationRequest.client_id",
    "parlor.v1.DecideAuthorizationRequest.client_id",
    "parlor.v1.ExchangeTokenRequest.client_id",
    "parlor.v1.RevokeTokenRequest.client_id",
    "parlor.v1.SoftwareConnection.client_id",
    "parlor.v1.SoftwareConnection.management_id",
    "parlor.v1.ConnectBuildiumRequest.client_id",
    "parlor.v1.StartCincConnectionRequest.management_id",
];

fn fields() -> impl Iterator<Item = FieldDescriptor> {
    let ours = |name: &str| name.starts_with("parlor.v1.");
    POOL.all_messages().filter(move |m| ours(m.full_name())).flat_map(|m| m.fields().collect::<Vec<_>>())
}

fn methods() -> impl Iterator<Item = MethodDescriptor> {
    POOL.services().flat_map(|s| s.methods().collect::<Vec<_>>())
}

fn resource_type(field: &FieldDescriptor) -> Option<i32> {
    let id_of = extension("parlor.options.v1.id_of");
    field.options().has_extension(&id_of).then(|| field.options().get_extension(&id_of).as_enum_number())?
}

fn named_like_an_id(field: &FieldDescriptor) -> bool {
    [field.name(), field.json_name()].iter().any(|n| matches!(*n, "id" | "_id") || n.ends_with("_id"))
}

#[test]
fn every_id_field_declares_its_resource_type() {
    let silent: Vec<_> = fields()
        .filter(|f| f.kind() == Kind::String && named_like_an_id(f))
        .filter(|f| resource_type(f).is_none_or(|e| e == ResourceType::Unspecified as i32))
        .map(|f| f.full_name().to_owned())
        .filter(|name| !NOT_IDS.contains(&name.as_str()))
        .collect();
    assert!(silent.is_empty(), "say (parlor.options.v1.id_of) of: {silent:?}");
}

#[test]
fn only_strings_are_ids() {
    for field in fields().filter(|f| resource_type(f).is_some()) {
        assert_eq!(field.kind(), Kind::String, "{}", field.full_name());
    }
}

#[test]
fn every_method_declares_its_access() {
    let access = extension("parlor.options.v1.access");
    for method in methods() {
        let name = method.full_name().to_owned();
        let Access { public, any_person, screens, role, scopes, token_in_message, own_pages_only } =
            option(&method.options(), &access).unwrap_or_else(|| panic!("{name} says nothing"));
        let role = Role::try_from(role).unwrap_or_else(|_| panic!("{name}: no such role"));
        let by_role = role != Role::Unspecified && !any_person && screens.is_empty();
        let rules =
            [public, any_person, !screens.is_empty(), by_role].into_iter().filter(|is_set| *is_set).count();
        assert_eq!(
            rules, 1,
            "{name}: for anybody, for any person, for a role, or for those who may open a screen"
        );
        assert!(!public || role == Role::Unspecified, "{name}: visitors have no role");
        assert!(!public || scopes.is_empty(), "{name}: visitors are no partners");
        assert!(scopes.is_empty() || !own_pages_only, "{name}: partners have no pages of ours");
        assert!(scopes.iter().all(|scope| *scope != 0), "{name}: PARTNER_SCOPE_UNSPECIFIED is nobody's");
        let token = method.input().get_field_by_name("token");
        assert!(!token_in_message || token.is_some(), "{name} has no field token");
        assert!(screens.iter().all(|screen| *screen != 0), "{name}: SCREEN_UNSPECIFIED is nobody's");
    }
}

#[test]
fn every_method_has_one_unique_rest_route() {
    let http = extension("google.api.http");
    let mut routes: Vec<String> = methods()
        .map(|method| {
            let name = method.full_name().to_owned();
            assert!(method.options().has_extension(&http), "{name} has no google.api.http");
            let rule = method.options().get_extension(&http).into_owned();
            let rule = rule.as_message().expect("an HttpRule");
            let verbs = ["get", "put", "post", "delete", "patch"];
            let path = |verb: &&str| {
                rule.get_field_by_name(verb).and_then(|p| p.as_str().map(|path| format!("{verb} {path}")))
            };
            let mut paths: Vec<_> =
                verbs.iter().filter(|v| rule.has_field_by_name(v)).filter_map(path).collect();
            assert_eq!(paths.len(), 1, "{name}");
            let path = paths.remove(0);
            for parameter in path.split('/').filter_map(|s| s.strip_prefix('{')?.strip_suffix('}')) {
                assert!(
                    method.input().get_field_by_name(parameter).is_some(),
                    "{name}: no field {parameter}"
                );
            }
            path
        })
        .collect();
    let all = routes.len();
    routes.sort();
    routes.dedup();
    assert_eq!(routes.len(), all, "two calls share a route: {routes:?}");
}

#[test]
fn every_service_declares_its_host() {
    let base = extension("parlor.options.v1.host");
    let hosts: EnumDescriptor = POOL.get_enum_by_name("parlor.options.v1.ServiceHost").expect("the bases");
    for service in POOL.services() {
        let number = service.options().get_extension(&base).as_enum_number().unwrap_or_default();
        assert_ne!(number, ServiceHost::Unspecified as i32, "{}", service.full_name());
        assert!(hosts.get_value(number).is_some(), "{}", service.full_name());
    }
}
