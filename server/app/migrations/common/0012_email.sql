-- Mailboxes, email threads, emails and their attachments.

CREATE TABLE mailbox (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    kind INTEGER NOT NULL,
    -- In lowercase.
    address TEXT NOT NULL,
    display_name TEXT NOT NULL,
    signature TEXT NOT NULL,
    last_received_ms BIGINT,
    -- Host, port, security, user name and folders. NULL for an embedded mailbox.
    imap JSONB,
    checked_ms BIGINT,
    problem TEXT NOT NULL DEFAULT '',
    -- When the problem was noticed. NULL without one.
    problem_since_ms BIGINT,
    deleted_ms BIGINT,
    version BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX mailbox_by_address ON mailbox (company_id, address) WHERE deleted_ms IS NULL;

-- How far the folders of a mailbox have been read.
CREATE TABLE mailbox_folder (
    company_id TEXT NOT NULL,
    mailbox_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- UIDs are only comparable while this value stays the same.
    uid_validity BIGINT NOT NULL,
    last_uid BIGINT NOT NULL,
    -- The newest email when the folder was read first. The bot ignores it and those before it.
    earlier_uid BIGINT NOT NULL,
    PRIMARY KEY (company_id, mailbox_id, name),
    FOREIGN KEY (company_id, mailbox_id) REFERENCES mailbox (company_id, id)
);

-- Which server process watches a mailbox, so that it receives emails at once. Another one may once that process is dead.
CREATE TABLE mailbox_watch (
    company_id TEXT NOT NULL,
    mailbox_id TEXT NOT NULL,
    holder INTEGER NOT NULL,
    PRIMARY KEY (company_id, mailbox_id),
    FOREIGN KEY (company_id, mailbox_id) REFERENCES mailbox (company_id, id)
);

CREATE TABLE email_thread (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    mailbox_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- The subject in lowercase without prefixes such as "Re:".
    subject_key TEXT NOT NULL,
    participant_address TEXT NOT NULL,
    participant_name TEXT NOT NULL,
    snippet TEXT NOT NULL,
    state INTEGER NOT NULL,
    snoozed_until_ms BIGINT,
    -- Since when it waits for a reply of staff, and when the reply is due. NULL where it does not wait, or has no target.
    waiting_since_ms BIGINT,
    reply_due_ms BIGINT,
    assignee_id TEXT,
    -- Name of the routing rule that assigned it; empty if a user did.
    assigned_by_rule TEXT NOT NULL DEFAULT '',
    unread BOOLEAN NOT NULL,
    has_attachments BOOLEAN NOT NULL,
    kind INTEGER NOT NULL,
    message_count INTEGER NOT NULL,
    last_message_ms BIGINT NOT NULL,
    version BIGINT NOT NULL,
    priority INTEGER NOT NULL DEFAULT 2,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, mailbox_id) REFERENCES mailbox (company_id, id)
);
CREATE INDEX email_thread_by_time ON email_thread (company_id, last_message_ms, id);
CREATE INDEX email_thread_by_state ON email_thread (company_id, state, last_message_ms, id);
CREATE INDEX email_thread_by_mailbox ON email_thread (company_id, mailbox_id, state, last_message_ms, id);
CREATE INDEX email_thread_by_assignee ON email_thread (company_id, assignee_id, state, last_message_ms, id)
    WHERE assignee_id IS NOT NULL;
CREATE INDEX email_thread_by_reply_due ON email_thread (company_id, reply_due_ms, id) WHERE reply_due_ms IS NOT NULL;
CREATE INDEX email_thread_by_priority ON email_thread (company_id, state, priority, last_message_ms, id) WHERE priority > 2;
CREATE INDEX email_thread_by_priority_of_assignee
    ON email_thread (company_id, assignee_id, state, priority, last_message_ms, id)
    WHERE priority > 2 AND assignee_id IS NOT NULL;
CREATE INDEX email_thread_by_subject
    ON email_thread (company_id, mailbox_id, participant_address, subject_key, last_message_ms);
CREATE INDEX email_thread_unread ON email_thread (company_id, mailbox_id) WHERE unread AND state = 1;

-- An email: received, sent or a draft.
CREATE TABLE email_message (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    mailbox_id TEXT NOT NULL,
    -- NULL for a draft that starts a new thread.
    thread_id TEXT,
    -- The Message-ID header without angle brackets; empty if there is none.
    message_id TEXT NOT NULL,
    -- In-Reply-To and References, the nearest first.
    reference_ids JSONB NOT NULL,
    status INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    bounced BOOLEAN NOT NULL,
    from_address TEXT NOT NULL,
    from_name TEXT NOT NULL,
    to_addresses JSONB NOT NULL,
    cc_addresses JSONB NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    quoted_text TEXT NOT NULL,
    html TEXT NOT NULL,
    blocked_image_count INTEGER NOT NULL,
    -- SHA-256 of what a received email consists of; the id of what is written.
    content_hash TEXT NOT NULL,
    author_id TEXT,
    at_ms BIGINT NOT NULL,
    send_at_ms BIGINT,
    -- Why it could not be sent, or may not have been.
    problem TEXT NOT NULL DEFAULT '',
    -- What the bot did with a received email, or what its draft is based on.
    bot_note TEXT NOT NULL DEFAULT '',
    -- The answer that the bot scheduled to be sent, as it was then: its ID, its category, and whether staff had trained
    -- it. NULL unless it is a reply of the bot; it is no longer one once author_id is set.
    answer_id TEXT,
    answer_category TEXT NOT NULL DEFAULT '',
    is_answer_learned BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, mailbox_id, content_hash),
    FOREIGN KEY (company_id, mailbox_id) REFERENCES mailbox (company_id, id),
    FOREIGN KEY (company_id, thread_id) REFERENCES email_thread (company_id, id)
);
CREATE INDEX email_message_by_thread ON email_message (company_id, thread_id, at_ms, id);
CREATE INDEX email_message_by_message_id ON email_message (company_id, mailbox_id, message_id);
CREATE INDEX email_message_by_status ON email_message (company_id, status, at_ms, id);
CREATE INDEX email_message_by_mailbox ON email_message (company_id, mailbox_id, status, at_ms, id);

CREATE TABLE email_attachment (
    company_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    -- NULL if it was too large to be stored.
    file_id TEXT,
    PRIMARY KEY (company_id, message_id, position),
    FOREIGN KEY (company_id, message_id) REFERENCES email_message (company_id, id)
);

-- Remote images of received emails.
CREATE TABLE email_image (
    company_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    -- The copy. NULL until staff load it.
    file_id TEXT,
    PRIMARY KEY (company_id, message_id, position),
    FOREIGN KEY (company_id, message_id) REFERENCES email_message (company_id, id)
);
