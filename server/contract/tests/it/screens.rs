//! The table of screens matches the specification exactly. It is followed by the page of vendors, and by what /answers
//! shows to companies that hide their answers.
use contract::{
    POOL, extension, option,
    options::{Condition, DashboardOption, Entitlement, ScreenRule},
};

const SERVICE_REQUESTS: &str = "main company, or second company, or named account";

/// Path, title, who may open the screen, and its special conditions.
const SPECIFIED: [(&str, &str, &str, &str); 27] = [
    ("/login", "Log in", "visitors", "bare"),
    ("/reset-password, /reset-password/:token", "Reset password", "visitors", "bare"),
    ("/oauth2/v1/auth", "Allow access", "full view", "bare"),
    ("/answers", "Knowledge Base", "v3 off and not HIDE_ANSWERS", ""),
    ("/turbo", "Turbo", "main company, or v3 on, or TURBO_TEST_VIEW_ENABLED", "community picker"),
    ("/escalations", "Escalations", "main company, or v3 on, or TURBO_TEST_VIEW_ENABLED", ""),
    ("/admin", "Administration", "administrator", ""),
    ("/writingAssistant", "Writing assistant", "full view", ""),
    ("/webChat", "Web chat", "main company, or WEBCHAT", ""),
    ("/textBlast", "Text blast", "restricted view, or TEXT_BLAST", "restricted: Parlor Blaster"),
    ("/testwindow", "Test window", "v3 off and TW", ""),
    ("/serviceRequestMain", "Service requests", SERVICE_REQUESTS, ""),
    ("/serviceRequestCreate", "New service request", SERVICE_REQUESTS, ""),
    ("/serviceRequest", "Service request", SERVICE_REQUESTS, ""),
    ("/serviceRequestPending", "Pending service requests", SERVICE_REQUESTS, ""),
    ("/serviceRequestApproved", "Approved service requests", SERVICE_REQUESTS, ""),
    ("/serviceRequestMainUpdated", "Service requests overview", SERVICE_REQUESTS, ""),
    ("/reporting", "Reporting", "main company, or RP", ""),
    ("/messages", "Conversations", "main company", ""),
    ("/profile", "Profile", "restricted view, or full view", ""),
    ("/playground", "Playground", "main company", ""),
    ("/omnichannel", "Omnichannel", "OMNICHANNEL", ""),
    ("/email", "Email", "OMNICHANNEL", ""),
    (
        "/assistants",
        "Assistants (Beta)",
        "MEETING_SUMMARIZER, or SCOPE_OF_WORK_GENERATOR, or POLICY_DRAFTING_TOOL, or MEDIATION_CONSULTANT, \
         or SOCIAL_MEDIA_PR, or DRAFT_EMAILS_LETTERS",
        "",
    ),
    ("/knowledge-base-management", "Knowledge base management", "main company", ""),
    ("/work-order, /work-order/:token", "Work order", "visitors", "bare"),
    ("/answers", "Knowledge Base", "v3 off and HIDE_ANSWERS", ""),
];

fn fact(fact: Entitlement) -> String {
    let name = match fact {
        Entitlement::Unspecified => "nobody",
        Entitlement::FullView => "full view",
        Entitlement::RestrictedView => "restricted view",
        Entitlement::Administrator => "administrator",
        Entitlement::MainCompany => "main company",
        Entitlement::SecondCompany => "second company",
        Entitlement::NamedAccount => "named account",
        Entitlement::V3On => "v3 on",
        Entitlement::V3Off => "v3 off",
    };
    name.to_owned()
}

fn switch(option: DashboardOption) -> String {
    option.as_str_name().trim_start_matches("DASHBOARD_OPTION_").to_owned()
}

fn all(condition: &Condition) -> String {
    condition
        .entitlements()
        .map(fact)
        .chain(condition.options().map(switch))
        .chain(condition.without_options().map(|option| format!("not {}", switch(option))))
        .collect::<Vec<_>>()
        .join(" and ")
}

fn who(rule: &ScreenRule) -> String {
    match (rule.public, rule.any_of.is_empty()) {
        (true, true) => "visitors".to_owned(),
        (true, false) => "visitors, and yet a condition".to_owned(),
        (false, true) => "nobody".to_owned(),
        (false, false) => rule.any_of.iter().map(all).collect::<Vec<_>>().join(", or "),
    }
}

fn special(rule: &ScreenRule) -> String {
    let mut special = Vec::new();
    if rule.bare {
        special.push("bare".to_owned());
    }
    if rule.community_dependent {
        special.push("community picker".to_owned());
    }
    if !rule.restricted_title.is_empty() {
        special.push(format!("restricted: {}", rule.restricted_title));
    }
    special.join(", ")
}

#[test]
fn the_screens_match_the_specification() {
    let rule_of = extension("parlor.options.v1.screen");
    let screens = POOL.get_enum_by_name("parlor.options.v1.Screen").expect("the screens");
    let actual: Vec<_> = screens
        .values()
        .filter(|screen| screen.number() != 0)
        .map(|screen| {
            let rule: Option<ScreenRule> = option(&screen.options(), &rule_of);
            let rule = rule.unwrap_or_else(|| panic!("{} has no rule", screen.name()));
            let paths: Vec<_> = std::iter::once(&rule.path).chain(&rule.more_paths).cloned().collect();
            (paths.join(", "), rule.title.clone(), who(&rule), special(&rule))
        })
        .collect();
    for (actual, specified) in actual.iter().zip(SPECIFIED) {
        let (path, title, who, special) = actual;
        assert_eq!((path.as_str(), title.as_str(), who.as_str(), special.as_str()), specified);
    }
    assert_eq!(actual.len(), SPECIFIED.len());
}
