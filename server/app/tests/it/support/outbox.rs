//! Reads sent emails.
use platform::{Vault, ids::CompanyId};
use sqlx::FromRow;

use super::{TestServer, test_server::KEY};

/// A sent email.
#[derive(Clone, Debug)]
pub struct Mail {
    pub body: String,
    pub withheld: bool,
}

#[derive(FromRow)]
struct Row {
    company_id: CompanyId,
    id: String,
    body: String,
    withheld: bool,
}

impl Mail {
    /// Returns the token at the end of the link in the email.
    #[track_caller]
    pub fn token(&self) -> String {
        let link = self.body.lines().find(|line| line.starts_with("https://")).expect("a link");
        link.rsplit('/').next().unwrap().to_owned()
    }
}

impl TestServer {
    /// Returns the emails to an address, newest first.
    pub async fn mails_to(&self, address: &str) -> Vec<Mail> {
        self.settled().await;
        let vault = Vault::new(&[KEY]).unwrap();
        let mut tx = self.db.platform_read().await.unwrap();
        let rows: Vec<Row> = tx
            .query("SELECT company_id, id, body, withheld FROM mail WHERE to_address = $1 ORDER BY id DESC")
            .bind(address)
            .all()
            .await
            .unwrap();
        let open = |row: Row| {
            let body = vault.open(&row.company_id, &row.id, &row.body).unwrap();
            Mail { body: String::from_utf8(body).unwrap(), withheld: row.withheld }
        };
        rows.into_iter().map(open).collect()
    }
}
