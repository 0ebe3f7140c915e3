//! Conversion to the contract: Mails and their settings.
use contract::v1;

use super::model::{ConfigurationChange, EmailTransport, Mail, Security, Setup};

pub fn configuration(setup: &Setup, transport: EmailTransport) -> v1::EmailConfiguration {
    let configuration = &setup.configuration;
    let own = !configuration.smtp_host.is_empty();
    v1::EmailConfiguration {
        transport: transport as i32,
        from_address: configuration.from_address.clone(),
        from_name: configuration.from_name.clone(),
        reply_to: configuration.reply_to.clone(),
        smtp_host: configuration.smtp_host.clone(),
        smtp_port: if own { configuration.smtp_port } else { 0 },
        smtp_security: if own { configuration.smtp_security as i32 } else { 0 },
        smtp_username: configuration.smtp_username.clone(),
        has_smtp_password: !setup.password.is_empty(),
        verified_at: configuration.verified_ms.map(Into::into),
    }
}

/// Unspecified means STARTTLS.
pub fn change(request: &v1::ConfigureEmailRequest) -> ConfigurationChange {
    ConfigurationChange {
        from_address: request.from_address.clone(),
        from_name: request.from_name.clone(),
        reply_to: request.reply_to.clone(),
        smtp_host: request.smtp_host.clone(),
        smtp_port: request.smtp_port,
        smtp_security: request.smtp_security.map(|s| Security::try_from(s).unwrap_or(Security::StartTls)),
        smtp_username: request.smtp_username.clone(),
        smtp_password: request.smtp_password.clone().map(Into::into),
    }
}

pub fn mail(mail: &Mail, text: String) -> v1::Mail {
    v1::Mail {
        id: mail.id.to_string(),
        to: mail.to_address.clone(),
        subject: mail.subject.clone(),
        body: if mail.withheld { String::new() } else { text },
        status: mail.status as i32,
        problem: mail.problem.clone(),
        created_at: Some(mail.created_ms.into()),
        sent_at: mail.sent_ms.map(Into::into),
    }
}
