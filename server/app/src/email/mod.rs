//! Email with residents: mailboxes, threads, what is received and what is sent.
pub mod incoming_email;
pub mod mailbox;
pub mod outgoing_email;
pub mod thread;
