//! Service requests that staff send to the company's association software.
mod buildium;
mod deleted_community;
mod former_software;
mod refusals;
mod status;
mod unconfirmed;
mod unresponsive_software;
mod vantaca;

use std::time::Duration;

use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};

use crate::{
    service_requests::{act, create, path_of},
    support::*,
    tenancy::communities::set_company,
};

const CONNECTION: &str = "/admin/companies/company-northgate/softwareConnection";
const SYNC: &str = "/companies/sync/companyId/company-northgate";
const TINSMITH: &str = "community-tinsmith-lofts";
const HOUR: Duration = Duration::from_secs(3_600);

/// Connects Northgate to Vantaca, where Tinsmith Lofts has the accounts TL111 and TL112, and syncs it. Returns the
/// administrator.
async fn with_vantaca(server: &TestServer) -> Staff<'_> {
    set_company(server, "company-northgate", "software = 1").await;
    let associations = [("LC", "Larkspur Commons"), ("TL", "Tinsmith Lofts")];
    server.vantaca.set_associations(&associations);
    let owner = |number: i64| {
        json!({
            "accountNo": format!("TL{number}"), "unitNo": format!("{number}A"), "hoName": format!("Owner {number}"),
            "phones": [{ "isPrimary": true, "label": "Cell", "phone": format!("2025550{number}") }], "emails": [],
        })
    };
    server.vantaca.set_owners("TL", json!([owner(111), owner(112)]));
    let ingrid = server.northgate_admin().await;
    connect_vantaca(&ingrid).await;
    sync(server, &ingrid).await;
    ingrid
}

/// Connects the company to Vantaca, also if it is connected.
async fn connect_vantaca(staff: &Staff<'_>) {
    let user =
        json!({ "companyCode": VANTACA_COMPANY, "login": VANTACA_LOGIN, "password": VANTACA_PASSWORD });
    staff.put(&format!("{CONNECTION}/vantaca"), user).await.ok();
}

/// Syncs the company, and reads what was sent.
async fn sync(server: &TestServer, staff: &Staff<'_>) {
    staff.get(SYNC).await.ok();
    server.settled().await;
}

/// Creates an approved request of the unit 111A, with fields changed or added.
async fn approved(staff: &Staff<'_>, more: Value) -> Value {
    let mut fields = json!({ "communityId": TINSMITH, "unit": "111A", "description": "Under the sink" });
    for (name, value) in more.as_object().unwrap() {
        fields[name] = value.clone();
    }
    let request = create(staff, fields).await;
    act(staff, &request, "APPROVE", "").await.ok();
    request
}

/// Returns what the software knows a request by.
fn reference_of(request: &Value) -> String {
    let (number, id) = (request["number"].as_str().unwrap(), request["_id"].as_str().unwrap());
    format!("{number}-{}", id[id.len() - 5..].to_uppercase())
}

fn software_path(request: &Value) -> String {
    format!("{}/software", path_of(request))
}

/// Sends a request, and waits until the jobs that are due are done. Returns what became of it.
async fn send(server: &TestServer, staff: &Staff<'_>, request: &Value) -> Value {
    let sent = staff.post(&software_path(request), json!({})).await.ok()["softwareRequest"].clone();
    assert_eq!(sent["state"], "SENDING");
    server.settled().await;
    found(staff, request).await
}

async fn found(staff: &Staff<'_>, request: &Value) -> Value {
    staff.get(&software_path(request)).await.ok()["softwareRequest"].clone()
}

/// Returns the entries about association software in the timeline.
async fn entries(staff: &Staff<'_>, request: &Value) -> Vec<String> {
    let response = staff.get(&path_of(request)).await.ok();
    assert_eq!(response["serviceRequest"]["state"], "APPROVED");
    let activities = response["activities"].as_array().unwrap();
    let of_software = activities.iter().filter(|one| one["kind"] == "SOFTWARE");
    of_software.map(|one| one["body"].as_str().unwrap().to_owned()).collect()
}

/// Runs a statement on a row of Northgate, whose ID is `$1`.
async fn run_sql(server: &TestServer, sql: &'static str) {
    let company = CompanyId::from("company-northgate");
    let mut tx = server.db.write(&Scope::of_company(&company)).await.unwrap();
    assert_eq!(tx.query(sql).bind(company.as_str()).run().await.unwrap(), 1);
    tx.commit().await.unwrap();
}

/// Deletes Tinsmith Lofts, or restores it.
async fn set_live(server: &TestServer, live: bool) {
    let mut tx = server.db.platform().await.unwrap();
    let sql = "UPDATE company_community SET live = $2 WHERE community_id = $1";
    tx.query(sql).bind(TINSMITH).bind(live).run().await.unwrap();
    tx.commit().await.unwrap();
}
