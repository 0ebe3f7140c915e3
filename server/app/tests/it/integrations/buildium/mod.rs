//! Buildium: the connection, syncs by administrators, and syncs at night.
mod accounts;
mod connection;
mod nightly_syncs;

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

const CONNECTION: &str = "/admin/companies/company-northgate/softwareConnection";
const BUILDIUM: &str = "/admin/companies/company-northgate/softwareConnection/buildium";
const SYNC: &str = "/companies/sync/companyId/company-northgate";
/// The communities of Northgate, with the numbers that they have in Buildium.
const THREE: [(i64, &str); 3] = [(1, "Larkspur Commons"), (2, "Tinsmith Lofts"), (3, "Juniper Mesa")];
const TINSMITH: &str = "community-tinsmith-lofts";

fn key() -> Value {
    json!({ "clientId": BUILDIUM_CLIENT, "clientSecret": BUILDIUM_SECRET })
}

/// Connects Northgate to Buildium, where Tinsmith Lofts alone has accounts. Returns the administrator.
async fn connect(server: &TestServer) -> Staff<'_> {
    server.buildium.set_associations(&THREE);
    set_accounts(server, &[]);
    let ingrid = server.northgate_admin().await;
    ingrid.put(BUILDIUM, key()).await.ok();
    // Its accounts in the demo have other numbers.
    let larkspur = "/textCommunities/community/community-larkspur-commons/accounts";
    for account in ingrid.get(larkspur).await.ok()["accounts"].as_array().unwrap() {
        ingrid.delete(&format!("{larkspur}/{}", account["_id"].as_str().unwrap())).await.ok();
    }
    ingrid
}

/// Sets the accounts of Tinsmith Lofts at Buildium. Each has a unit, an owner and a balance of its own number.
fn set_accounts(server: &TestServer, numbers: &[i64]) {
    let of = |record: &dyn Fn(i64) -> Value| numbers.iter().map(|number| record(*number)).collect();
    let account = |number: i64| {
        json!({
            "Id": number, "AssociationId": 2, "UnitId": 1_000 + number, "Status": "Active",
            "AssociationOwnerIds": [2_000 + number], "DelinquencyStatus": "NoDelinquency",
        })
    };
    let unit =
        |number: i64| json!({ "Id": 1_000 + number, "AssociationId": 2, "UnitNumber": format!("{number}A") });
    let owner = |number: i64| {
        json!({
            "Id": 2_000 + number, "FirstName": "Owner", "LastName": number.to_string(),
            "Email": format!("Owner{number}@example.com"),
            "PhoneNumbers": [{ "Number": format!("(202) 555-{:04}", 100 + number % 100), "Type": "Cell" }],
            "OwnershipAccounts": [{ "Id": number, "AssociationId": 2 }],
        })
    };
    let balance = |number: i64| {
        let owed = number as f64 + 0.5;
        json!({ "OwnershipAccountId": number, "AssociationId": 2, "TotalBalance": owed })
    };
    server.buildium.set("associations/ownershipaccounts", of(&account));
    server.buildium.set("associations/units", of(&unit));
    server.buildium.set("associations/owners", of(&owner));
    server.buildium.set("associations/ownershipaccounts/outstandingbalances", of(&balance));
}

/// Changes a record of a list at Buildium.
fn change(server: &TestServer, list: &str, id: i64, field: &str, value: Value) {
    server.buildium.change(list, |record| {
        if record["Id"] == id {
            record[field] = value.clone();
        }
    });
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
