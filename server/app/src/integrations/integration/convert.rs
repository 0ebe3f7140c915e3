//! Conversion to the contract.
use contract::v1;
use platform::Timestamp;

use super::model::{
    CommunityProblem, ConnectableSoftware, Connection, ConnectionStatus, Progress, Rejection,
};

/// Converts a connection; without one, all fields are unset.
pub fn connection(status: &ConnectionStatus) -> v1::SoftwareConnection {
    let Some(connection) = &status.connection else { return v1::SoftwareConnection::default() };
    let started = connection.sync_started_ms;
    let converted = v1::SoftwareConnection {
        software: connection.software,
        connected_at: Some(connection.connected_ms.into()),
        last_sync: started.map(|started| sync(started, connection, status)),
        ..v1::SoftwareConnection::default()
    };
    let (account, login) = (connection.account.clone(), connection.login.clone());
    match ConnectableSoftware::of(connection.software) {
        Some(ConnectableSoftware::Buildium) => v1::SoftwareConnection { client_id: login, ..converted },
        Some(ConnectableSoftware::Vantaca) => {
            v1::SoftwareConnection { company_code: account, login, ..converted }
        }
        Some(ConnectableSoftware::Cinc) => v1::SoftwareConnection { management_id: account, ..converted },
        None => converted,
    }
}

fn sync(started: Timestamp, connection: &Connection, status: &ConnectionStatus) -> v1::SoftwareSync {
    let Progress { communities, pending, failed, added, changed, removed, unchanged, rejected } =
        status.progress;
    let state = if pending > 0 {
        v1::SoftwareSyncState::Running
    } else if failed > 0 || !connection.problem.is_empty() {
        v1::SoftwareSyncState::Failed
    } else {
        v1::SoftwareSyncState::Succeeded
    };
    v1::SoftwareSync {
        state: state as i32,
        started_at: Some(started.into()),
        finished_at: connection.sync_ended_ms.filter(|_| pending == 0).map(Into::into),
        problem: connection.problem.clone(),
        communities: to_i32(communities),
        communities_done: to_i32(communities - pending),
        accounts_added: to_i32(added),
        accounts_changed: to_i32(changed),
        accounts_removed: to_i32(removed),
        accounts_unchanged: to_i32(unchanged),
        accounts_rejected: to_i32(rejected),
        problems: status.problems.iter().map(problem).collect(),
    }
}

fn problem(problem: &CommunityProblem) -> v1::CommunitySyncProblem {
    v1::CommunitySyncProblem {
        community_id: problem.community_id.to_string(),
        community: problem.tag.replace('_', " "),
        problem: problem.problem.clone(),
        rejected: problem.rejections.iter().map(rejected).collect(),
        rejected_count: problem.rejected,
    }
}

fn rejected(rejection: &Rejection) -> v1::RejectedSoftwareAccount {
    v1::RejectedSoftwareAccount { number: rejection.number.clone(), reason: rejection.reason.clone() }
}

fn to_i32(count: i64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connectable_software_has_the_numbers_of_the_contract() {
        for (software, number) in [
            (ConnectableSoftware::Vantaca, v1::Software::Vantaca),
            (ConnectableSoftware::Cinc, v1::Software::Cinc),
            (ConnectableSoftware::Buildium, v1::Software::Buildium),
        ] {
            assert_eq!(ConnectableSoftware::of(number as i32), Some(software));
        }
        assert_eq!(ConnectableSoftware::of(v1::Software::Vms as i32), None);
    }
}
