//! Administration commands for operators.
use std::sync::Arc;

use platform::{
    Clock, Db, Fault, Ids, Vault, backup,
    config::{Backup, CreateAdmin},
    email_address,
    ids::{CompanyId, UserId},
};
use secrecy::ExposeSecret;

use crate::{
    context::{Context, Settings},
    identity::{
        session::{self, PasswordOwner, Passwords, Staff},
        token,
    },
    operations::mail,
    tenancy::company::{self, Company},
};

/// Copies the SQLite database. Returns a message that says what else is needed to restore it.
///
/// # Errors
/// Returns a message for the operator if the copy cannot be written.
pub async fn backup(arguments: &Backup) -> Result<String, String> {
    let (folder, to) = (&arguments.storage.data_dir, arguments.file.display());
    backup::sqlite(&folder.join("parlor.db"), &arguments.file).await?;
    let keys = match arguments.secret_keys.is_empty() {
        true => format!("the key file {}", folder.join("parlor.key").display()),
        false => "the keys in PARLOR_SECRET_KEYS".to_owned(),
    };
    Ok(format!(
        "The database was copied to {to}. Keep {keys} as well: without it, encrypted secrets can't be read."
    ))
}

/// Creates an administrator of a company, and the company if there is none with that name.
///
/// # Errors
/// `INVALID_ARGUMENT` on `email` or `password`; `ALREADY_EXISTS` if a user has the email address.
pub async fn create(
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    create: &CreateAdmin,
) -> Result<String, Fault> {
    let password = create.password.expose_secret();
    let email = create.email.trim().to_lowercase();
    if !email_address::is_valid(&email) {
        return Err(Fault::field("email", "This is not an email address."));
    }
    let passwords = Passwords::new(1);
    let owner = PasswordOwner {
        email: email.clone(),
        first_name: create.first_name.clone(),
        last_name: create.last_name.clone(),
        company: create.company.clone(),
    };
    passwords.check("password", password, owner).await?;
    let password_hash = passwords.hash(password.to_owned()).await?;
    let now = clock.now();
    let mut tx = db.platform().await?;
    let company_id = match company::find_by_name(&mut tx, create.company.trim()).await? {
        Some(company) => company.id,
        None => {
            let company = Company::new(ids.next::<CompanyId>(now), &create.company, now);
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
        vendor_contacts: vec![],
        active: true,
        created_ms: now,
        header_image: None,
    };
    session::insert_staff(&mut tx, &staff).await?;
    tx.commit().await?;
    Ok(format!("{} administers {} (company id {company_id}).", staff.email, create.company.trim()))
}

/// Generates a new key that signs tokens from now on.
pub async fn rotate_signing_key(
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    vault: Arc<Vault>,
) -> Result<String, Fault> {
    let objects = crate::objects::Objects::memory();
    let context = Context::new(db, clock, ids, vault, Settings::default(), objects, None);
    let kid = token::rotate(&context).await?;
    Ok(format!("Tokens are now signed with key {kid}. The previous key remains in the key set for 48 hours."))
}

/// Returns the complete emails in the outbox as text, the oldest first.
pub async fn outbox(db: Db, vault: &Vault) -> Result<String, Fault> {
    let emails = mail::outbox_emails(&db, vault).await?;
    if emails.is_empty() {
        return Ok("The outbox is empty.\n".to_owned());
    }
    Ok(emails.join("\n"))
}
