//! What an operator does from the command line.
use std::sync::Arc;

use platform::{
    Clock, Db, Fault, Ids,
    config::CreateAdmin,
    ids::{CompanyId, UserId},
};
use secrecy::ExposeSecret;

use crate::{
    company::{self, Company},
    session::{self, Passwords, Staff},
};

/// Makes a company's administrator, and the company if there is none of that name.
///
/// # Errors
/// In plain words, what keeps it from being made.
pub async fn create(
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    create: &CreateAdmin,
) -> Result<String, Fault> {
    let password = create.password.expose_secret();
    session::check_password(password).map_err(|why| Fault::field("password", why))?;
    let email = create.email.trim().to_lowercase();
    if !email.contains('@') {
        return Err(Fault::field("email", "This is not an e-mail address."));
    }
    let password_hash = Passwords::new()?.hash(password.to_owned()).await?;
    let now = clock.now();
    let mut tx = db.platform().await?;
    let company_id = match company::find_by_name(&mut tx, create.company.trim()).await? {
        Some(company) => company.id,
        None => {
            let company = Company {
                id: ids.next::<CompanyId>(now),
                name: create.company.trim().to_owned(),
                label: "Parlor".to_owned(),
                v3_enabled: None,
                dashboard_options: vec![],
                created_ms: now,
            };
            company::insert(&mut tx, &company).await?;
            company.id
        }
    };
    let staff = Staff {
        company_id: company_id.clone(),
        id: ids.next::<UserId>(now),
        email,
        password_hash,
        first_name: create.first_name.clone(),
        last_name: create.last_name.clone(),
        job_title: "Administrator".to_owned(),
        parlor_role: "admin".to_owned(),
        phone: String::new(),
        text_plan: 0,
        restricted_view: false,
        preferred_vendors: vec![],
        active: true,
        created_ms: now,
    };
    session::insert_staff(&mut tx, &staff).await?;
    tx.commit().await?;
    Ok(format!("{} administers {} (company id {company_id}).", staff.email, create.company.trim()))
}
