//! Email with residents: mailboxes, threads, incoming and outgoing email.
pub mod email_thread;
pub mod incoming_email;
pub mod mailbox;
pub mod outgoing_email;
