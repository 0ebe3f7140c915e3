//! Vantaca: the connection, and syncs of communities and accounts.
mod accounts;
mod connection;

use std::time::Duration;

use serde_json::{Value, json};

use crate::{support::*, tenancy::communities::set_company};

const CONNECTION: &str = "/admin/companies/company-northgate/softwareConnection";
const VANTACA: &str = "/admin/companies/company-northgate/softwareConnection/vantaca";
const SYNC: &str = "/companies/sync/companyId/company-northgate";
/// The communities of Northgate, with the codes that they have in Vantaca.
const THREE: [(&str, &str); 3] =
    [("LC", "Larkspur Commons"), ("TL", "Tinsmith Lofts"), ("JM", "Juniper Mesa")];
const TINSMITH: &str = "community-tinsmith-lofts";

fn user() -> Value {
    json!({ "companyCode": VANTACA_COMPANY, "login": VANTACA_LOGIN, "password": VANTACA_PASSWORD })
}

/// Makes Vantaca the software of Northgate. Returns the administrator.
async fn with_vantaca(server: &TestServer) -> Staff<'_> {
    set_company(server, "company-northgate", "software = 1").await;
    server.vantaca.set_associations(&THREE);
    server.northgate_admin().await
}

/// Connects Northgate to Vantaca, where no association has accounts. Returns the administrator.
async fn connect(server: &TestServer) -> Staff<'_> {
    let ingrid = with_vantaca(server).await;
    ingrid.put(VANTACA, user()).await.ok();
    // Its accounts in the demo have other numbers.
    let larkspur = "/textCommunities/community/community-larkspur-commons/accounts";
    for account in ingrid.get(larkspur).await.ok()["accounts"].as_array().unwrap() {
        ingrid.delete(&format!("{larkspur}/{}", account["_id"].as_str().unwrap())).await.ok();
    }
    ingrid
}

/// Returns an owner at Vantaca with a unit, a phone, an email address and a balance of its own number.
fn owner(number: i64) -> Value {
    json!({
        "propertyID": 1_000 + number, "hoid": 2_000 + number, "accountNo": format!("TL{number}"),
        "address": format!("{number} Foundry St"), "unitNo": format!("{number}A"), "previousOwner": null,
        "collectionStatus": "", "hoName": format!("Owner {number}"), "balance": number as f64 + 0.5,
        "phones": [{ "phoneID": 1, "isPrimary": true, "label": "Cell", "phone": format!("2025550{number}") }],
        "emails": [{ "emailID": 1, "isPrimary": true, "label": "", "email": format!("Owner{number}@example.com") }],
    })
}

/// Sets the owners of Tinsmith Lofts.
fn set_owners(server: &TestServer, numbers: &[i64]) {
    server.vantaca.set_owners("TL", numbers.iter().map(|number| owner(*number)).collect());
}

/// Syncs the communities, and then the accounts. Returns the state of the sync.
async fn sync(server: &TestServer, staff: &Staff<'_>) -> Value {
    staff.get(SYNC).await.ok();
    server.settled().await;
    last_sync(staff).await
}

async fn last_sync(staff: &Staff<'_>) -> Value {
    staff.get(CONNECTION).await.ok()["connection"]["lastSync"].clone()
}

/// Returns the accounts of Tinsmith Lofts.
async fn accounts(staff: &Staff<'_>) -> Vec<Value> {
    let path = format!("/textCommunities/community/{TINSMITH}/accounts?limit=200");
    staff.get(&path).await.ok()["accounts"].as_array().unwrap().clone()
}

fn numbers(accounts: &[Value]) -> Vec<&str> {
    accounts.iter().map(|account| account["number"].as_str().unwrap()).collect()
}
