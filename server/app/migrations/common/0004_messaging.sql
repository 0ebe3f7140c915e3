-- Conversations, their messages, delivery, and escalations.

CREATE TABLE conversation (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    number TEXT NOT NULL,
    state INTEGER NOT NULL,
    preview TEXT NOT NULL,
    last_message_ms BIGINT NOT NULL,
    assigned_to TEXT,
    -- Name of the routing rule that assigned it; empty if a user took it over.
    assigned_by_rule TEXT NOT NULL DEFAULT '',
    snoozed_until_ms BIGINT,
    -- Since when it waits for a reply of staff, and when the reply is due. NULL where it does not wait, or has no target.
    waiting_since_ms BIGINT,
    reply_due_ms BIGINT,
    unread INTEGER NOT NULL DEFAULT 0,
    -- Time of the bot's first text, which includes the disclaimer. NULL before it.
    first_bot_message_ms BIGINT,
    -- All its texts came from the test phone.
    is_test BOOLEAN NOT NULL DEFAULT FALSE,
    priority INTEGER NOT NULL DEFAULT 2,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, phone),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX conversation_by_time ON conversation (company_id, last_message_ms, id);
CREATE INDEX conversation_by_phone ON conversation (company_id, phone);
CREATE INDEX conversation_by_state ON conversation (company_id, state, last_message_ms, id);
CREATE INDEX conversation_by_community ON conversation (company_id, community_id, last_message_ms, id);
CREATE INDEX conversation_by_assignee ON conversation (company_id, assigned_to, state, last_message_ms, id)
    WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_by_reply_due ON conversation (company_id, reply_due_ms, id) WHERE reply_due_ms IS NOT NULL;
CREATE INDEX conversation_by_priority ON conversation (company_id, state, priority, last_message_ms, id) WHERE priority > 2;
CREATE INDEX conversation_by_priority_of_assignee
    ON conversation (company_id, assigned_to, state, priority, last_message_ms, id)
    WHERE priority > 2 AND assigned_to IS NOT NULL;
CREATE INDEX conversation_by_unread ON conversation (company_id, community_id) WHERE unread > 0;

CREATE TABLE message (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    direction INTEGER NOT NULL,
    author INTEGER NOT NULL,
    staff_id TEXT,
    body TEXT NOT NULL,
    -- English translation of a text in another language. Empty if there is none.
    english TEXT NOT NULL DEFAULT '',
    status INTEGER NOT NULL,
    -- The bot's decision. NULL if the bot did not decide on the text.
    decision JSONB,
    -- Community whose bot decided on the text. NULL if none did.
    bot_community_id TEXT,
    -- Until then the sender can undo a reply.
    undo_until_ms BIGINT,
    -- When a text is sent that waits for the end of quiet hours. NULL for any other text.
    sends_at_ms BIGINT,
    -- The blast that it belongs to. NULL for any other text.
    blast_id TEXT,
    -- Number of text segments of an outbound text; 0 of an inbound one.
    segments INTEGER NOT NULL DEFAULT 0,
    -- It came from the test phone, or is part of a test conversation. Not counted, not billed.
    is_test BOOLEAN NOT NULL DEFAULT FALSE,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);
CREATE INDEX message_by_blast ON message (company_id, blast_id, status) WHERE blast_id IS NOT NULL;
CREATE INDEX message_by_creation ON message (company_id, created_ms);
CREATE INDEX message_by_time ON message (company_id, conversation_id, created_ms, id);
CREATE INDEX message_by_bot ON message (company_id, bot_community_id, created_ms, id)
    WHERE bot_community_id IS NOT NULL;
CREATE INDEX message_without_bot ON message (company_id, created_ms, id)
    WHERE direction = 1 AND bot_community_id IS NULL;

-- The steps in which a text was processed.
CREATE TABLE message_step (
    company_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    reason TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, message_id, position),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);

-- Photos of residents' texts. The carrier has them at first; the server fetches them.
CREATE TABLE message_photo (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    state INTEGER NOT NULL,
    -- Why it could not be stored; 0 unless it failed.
    failure INTEGER NOT NULL,
    -- Carrier that received it, as in text_number, and its address there. 0 and empty for one that no carrier ever had.
    carrier INTEGER NOT NULL,
    source_url TEXT NOT NULL,
    -- The type that the carrier gave; image/jpeg once it is stored.
    content_type TEXT NOT NULL,
    -- In pixels, and size in bytes; 0 until it is stored.
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    file_id TEXT,
    thumbnail_id TEXT,
    -- Number of attempts to fetch it that failed.
    tries INTEGER NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, message_id, position),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);

-- Attempts to deliver a text through an external carrier. Written before the text leaves.
CREATE TABLE delivery (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    carrier INTEGER NOT NULL,
    -- The group at Textline that the text was handed to. NULL at other carriers.
    textline_group TEXT,
    state INTEGER NOT NULL,
    -- The carrier's ID of the text. NULL while unknown.
    sid TEXT,
    error_code INTEGER,
    tries INTEGER NOT NULL,
    tried_ms BIGINT NOT NULL,
    -- Number of times that the carrier was asked for the status.
    lookups INTEGER NOT NULL,
    -- A later attempt replaced it.
    superseded BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, sid),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);
CREATE UNIQUE INDEX delivery_last ON delivery (company_id, message_id) WHERE NOT superseded;
CREATE INDEX delivery_by_message ON delivery (company_id, message_id);

-- Whether a company's accounts at carriers and its numbers work. Written when that changes.
CREATE TABLE carrier_health (
    company_id TEXT NOT NULL REFERENCES company (id),
    -- 'twilio' or 'textline' for the account at the carrier.
    number TEXT NOT NULL,
    -- 0 none, 1 the account is refused, 2 the number is refused, 3 the carrier fails.
    problem INTEGER NOT NULL,
    reason TEXT NOT NULL,
    -- When the problem was noticed. NULL without one.
    since_ms BIGINT,
    -- When the carrier accepted a text, to within five minutes. NULL before the first one.
    accepted_ms BIGINT,
    PRIMARY KEY (company_id, number)
);

-- Webhooks of a carrier that were processed: incoming texts, and statuses of outgoing ones.
CREATE TABLE carrier_report (
    company_id TEXT NOT NULL,
    sid TEXT NOT NULL,
    status TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, sid, status)
);
CREATE INDEX carrier_report_by_age ON carrier_report (at_ms);

-- Conversations at Textline and the numbers of their groups, which its webhook does not name.
CREATE TABLE textline_conversation (
    company_id TEXT NOT NULL,
    -- UUID at Textline.
    id TEXT NOT NULL,
    number TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, number) REFERENCES text_number (company_id, number) ON DELETE CASCADE
);
CREATE INDEX textline_conversation_by_number ON textline_conversation (company_id, number);

CREATE TABLE escalation (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    -- Where it was asked: a conversation and a message, an email thread and an email, or a web chat and a message of it.
    -- Each message and each email has at most one escalation.
    conversation_id TEXT,
    message_id TEXT,
    email_thread_id TEXT,
    email_message_id TEXT,
    web_chat_id TEXT,
    web_chat_message_id TEXT,
    state INTEGER NOT NULL,
    reviewed BOOLEAN NOT NULL,
    -- The resident reports an emergency.
    urgent BOOLEAN NOT NULL DEFAULT FALSE,
    -- 1 low, 2 normal, 3 high, 4 urgent.
    priority INTEGER NOT NULL DEFAULT 2,
    -- The question came from the test phone, or from a web chat that staff tried.
    is_test BOOLEAN NOT NULL DEFAULT FALSE,
    question TEXT NOT NULL,
    -- Language of the question. Empty for English.
    language TEXT NOT NULL DEFAULT '',
    answer TEXT NOT NULL,
    bot_trained BOOLEAN NOT NULL,
    notify JSONB,
    suggested_answer TEXT NOT NULL,
    suggested_question TEXT NOT NULL,
    suggested_source TEXT NOT NULL,
    suggested_confidence DOUBLE PRECISION NOT NULL,
    suggested_expired BOOLEAN NOT NULL DEFAULT FALSE,
    -- Category that the question probably belongs to. Empty if unknown.
    suggested_category TEXT NOT NULL DEFAULT '',
    -- What staff's review says of the suggestion: 0 nothing, 1 right, 2 wrong.
    confirmed INTEGER NOT NULL DEFAULT 0,
    claimed_by TEXT,
    claimed_ms BIGINT,
    reviewed_by TEXT,
    dismissed_reason INTEGER NOT NULL,
    asked_ms BIGINT NOT NULL,
    reviewed_ms BIGINT,
    -- What is needed to undo the last command. NULL once it cannot be undone.
    undo JSONB,
    -- The alert email. NULL if none was sent.
    mail_id TEXT,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, message_id),
    UNIQUE (company_id, email_message_id),
    UNIQUE (company_id, web_chat_message_id),
    CHECK ((message_id IS NULL) = (conversation_id IS NULL)),
    CHECK ((email_message_id IS NULL) = (email_thread_id IS NULL)),
    CHECK ((web_chat_message_id IS NULL) = (web_chat_id IS NULL)),
    CHECK (message_id IS NULL OR email_message_id IS NULL),
    CHECK (web_chat_message_id IS NULL OR (message_id IS NULL AND email_message_id IS NULL)),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);
CREATE INDEX escalation_by_review ON escalation (company_id, reviewed, reviewed_ms, id);
CREATE INDEX escalation_by_conversation ON escalation (company_id, conversation_id, asked_ms);
CREATE INDEX escalation_by_email_thread ON escalation (company_id, email_thread_id, asked_ms)
    WHERE email_thread_id IS NOT NULL;
CREATE INDEX escalation_by_web_chat ON escalation (company_id, web_chat_id, asked_ms) WHERE web_chat_id IS NOT NULL;
CREATE INDEX escalation_by_time ON escalation (company_id, asked_ms, id);
CREATE INDEX escalation_by_priority ON escalation (company_id, reviewed, priority, asked_ms, id);
CREATE INDEX escalation_confirmed ON escalation (reviewed_ms) WHERE confirmed <> 0;
