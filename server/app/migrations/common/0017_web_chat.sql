-- Web chats: the settings of communities' chats, the chats of visitors, and their messages.

CREATE TABLE web_chat_site (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- Public; 128 random bits.
    key TEXT NOT NULL,
    is_enabled BOOLEAN NOT NULL,
    title TEXT NOT NULL,
    greeting TEXT NOT NULL,
    -- Such as '#1f5f4a'.
    color TEXT NOT NULL,
    is_on_left BOOLEAN NOT NULL,
    is_office_hours_only BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    -- When the secret was created with which the website signs visitors. NULL without one.
    signing_secret_ms BIGINT,
    PRIMARY KEY (company_id, community_id),
    UNIQUE (key),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

-- Origins of the websites that may show a chat.
CREATE TABLE web_chat_origin (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, origin),
    FOREIGN KEY (company_id, community_id) REFERENCES web_chat_site (company_id, community_id)
);

CREATE TABLE web_chat (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- Digest of the visitor's token.
    token_hash TEXT NOT NULL,
    -- Name and email address that the visitor gave, and the page on which it began; may be empty. Not verified
    -- unless web_chat_identity has the address.
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    page TEXT NOT NULL,
    snippet TEXT NOT NULL,
    message_count INTEGER NOT NULL,
    -- Position of the message that was stored last.
    last_position INTEGER NOT NULL,
    -- A message of the bot carried the community's waiver.
    is_greeted BOOLEAN NOT NULL DEFAULT FALSE,
    -- It began outside of office hours.
    is_after_hours BOOLEAN NOT NULL,
    -- Staff began it to try the chat.
    is_test BOOLEAN NOT NULL,
    started_ms BIGINT NOT NULL,
    last_message_ms BIGINT NOT NULL,
    -- When the visitor's browser last received messages. NULL before the first time.
    seen_ms BIGINT,
    -- When the visitor's token expires.
    expires_ms BIGINT NOT NULL,
    -- Numbered as that of a conversation: 1 the bot, 2 open, 3 snoozed, 4 resolved.
    state INTEGER NOT NULL DEFAULT 1,
    assignee_id TEXT,
    -- Name of the routing rule that assigned it; empty if a user took it over.
    assigned_by_rule TEXT NOT NULL DEFAULT '',
    snoozed_until_ms BIGINT,
    -- Since when it waits for a reply of staff, and when the reply is due. NULL where it does not wait, or has no
    -- target.
    waiting_since_ms BIGINT,
    reply_due_ms BIGINT,
    is_unread BOOLEAN NOT NULL DEFAULT FALSE,
    priority INTEGER NOT NULL DEFAULT 2,
    -- Until when the visitor is shown that a user types a reply. NULL if none does.
    staff_typing_until_ms BIGINT,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, token_hash),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX web_chat_by_time ON web_chat (company_id, last_message_ms, id);
CREATE INDEX web_chat_by_community ON web_chat (company_id, community_id, last_message_ms, id);
CREATE INDEX web_chat_by_state ON web_chat (company_id, state, last_message_ms, id);
CREATE INDEX web_chat_by_assignee ON web_chat (company_id, assignee_id, state, last_message_ms, id)
    WHERE assignee_id IS NOT NULL;
CREATE INDEX web_chat_by_reply_due ON web_chat (company_id, reply_due_ms, id) WHERE reply_due_ms IS NOT NULL;
CREATE INDEX web_chat_by_priority ON web_chat (company_id, state, priority, last_message_ms, id) WHERE priority > 2;
CREATE INDEX web_chat_by_priority_of_assignee
    ON web_chat (company_id, assignee_id, state, priority, last_message_ms, id)
    WHERE priority > 2 AND assignee_id IS NOT NULL;
CREATE INDEX web_chat_by_email ON web_chat (company_id, community_id, lower(email)) WHERE email <> '';

CREATE TABLE web_chat_message (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    -- Number in the chat, in the order in which messages were committed.
    position INTEGER NOT NULL,
    author INTEGER NOT NULL,
    staff_id TEXT,
    body TEXT NOT NULL,
    bot_note TEXT NOT NULL DEFAULT '',
    -- Questions from which the visitor can choose, with the IDs of their answers.
    choices JSONB NOT NULL,
    -- The answer that a message of the bot gave, as it was then: its ID, its category, and whether staff had trained
    -- it. NULL unless the message answers a whole question.
    answer_id TEXT,
    answer_category TEXT NOT NULL DEFAULT '',
    is_answer_learned BOOLEAN NOT NULL DEFAULT FALSE,
    -- When the visitor sees it: what staff write is held for some seconds.
    at_ms BIGINT NOT NULL,
    -- Until when its author can undo it. NULL unless it is a reply in the chat: the answer to an escalation is undone
    -- with the escalation.
    undo_until_ms BIGINT,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, chat_id, position),
    FOREIGN KEY (company_id, chat_id) REFERENCES web_chat (company_id, id)
);
CREATE INDEX web_chat_message_by_creation ON web_chat_message (company_id, at_ms);
CREATE INDEX web_chat_message_by_time ON web_chat_message (company_id, chat_id, at_ms, id);

-- Photos of messages of visitors and of staff, at most 3 of a message.
CREATE TABLE web_chat_photo (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    -- Number in the message, from 0.
    position INTEGER NOT NULL,
    -- In pixels, and size in bytes.
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    thumbnail_id TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, message_id, position),
    FOREIGN KEY (company_id, message_id) REFERENCES web_chat_message (company_id, id)
);
CREATE INDEX web_chat_photo_by_chat ON web_chat_photo (company_id, chat_id);

-- Email addresses that visitors proved to have. Kept when they expire.
CREATE TABLE web_chat_identity (
    company_id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    -- In lowercase.
    email TEXT NOT NULL,
    -- 1 signed by the website, 2 by a code.
    verification INTEGER NOT NULL,
    verified_ms BIGINT NOT NULL,
    -- Until when the bot shares account data.
    expires_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, chat_id),
    FOREIGN KEY (company_id, chat_id) REFERENCES web_chat (company_id, id)
);

-- Questions whose answers have account data, of visitors who were asked to prove who they are.
CREATE TABLE web_chat_challenge (
    company_id TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    question TEXT NOT NULL,
    answer_id TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    -- Address to which a code was emailed if it is on an account, in lowercase. Empty before the visitor gave one.
    email TEXT NOT NULL,
    requested_ms BIGINT NOT NULL,
    -- The website signed the visitor while a code was awaited: the question is closed, and no code is checked.
    is_void BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, chat_id),
    FOREIGN KEY (company_id, chat_id) REFERENCES web_chat (company_id, id)
);

-- Requests for codes, by the ID of the chat, and wrong codes, by email address: both are limited.
CREATE TABLE web_chat_code_attempt (
    company_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    tries BIGINT NOT NULL,
    -- Time of the last attempt.
    tried_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, subject),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
