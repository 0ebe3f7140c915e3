//! Companies in the contract's words.
use contract::{options::DashboardOption, v1};

use super::model::Company;

pub fn company(company: &Company) -> v1::Company {
    let option = |name: &String| DashboardOption::from_str_name(&format!("DASHBOARD_OPTION_{name}"));
    v1::Company {
        id: company.id.to_string(),
        name: company.name.clone(),
        label: company.label.clone(),
        textline_webhook_v3_enabled: company.v3_enabled,
        dashboard_options: company.dashboard_options.iter().filter_map(option).map(Into::into).collect(),
    }
}
