-- What staff use in the inbox of all channels.

CREATE TABLE canned_reply (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    shortcut TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, shortcut)
);

CREATE TABLE inbox_macro (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name in lowercase.
    name_key TEXT NOT NULL,
    -- Assignee: the user who runs it, another user, or nobody.
    assigns_to_self BOOLEAN NOT NULL,
    assignee_id TEXT,
    -- Empty for none.
    reply TEXT NOT NULL,
    -- 0 none, 1 resolved, 2 snoozed.
    status INTEGER NOT NULL,
    snooze_hours INTEGER NOT NULL,
    -- 0 leaves it as it is.
    priority INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);

-- Assign conversations, email threads and web chats that need a reply. Tried in the order of their positions.
CREATE TABLE routing_rule (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- The name in lowercase.
    name_key TEXT NOT NULL,
    -- 0 all, 1 texts, 2 emails, 3 web chats.
    channel INTEGER NOT NULL,
    -- NULL for all communities.
    community_id TEXT,
    -- Empty for all categories.
    category TEXT NOT NULL,
    -- 0 at any time, 1 during office hours, 2 outside of them.
    hours INTEGER NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);

-- The users that a rule assigns items to. Deleting a user removes them from the rules.
CREATE TABLE routing_rule_assignee (
    company_id TEXT NOT NULL,
    rule_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, rule_id, staff_id),
    FOREIGN KEY (company_id, rule_id) REFERENCES routing_rule (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id) ON DELETE CASCADE
);
CREATE INDEX routing_rule_assignee_by_staff ON routing_rule_assignee (company_id, staff_id);

-- Minutes of office hours in which staff should reply; 0 for no target.
CREATE TABLE reply_target (
    company_id TEXT NOT NULL REFERENCES company (id),
    text_minutes INTEGER NOT NULL,
    email_minutes INTEGER NOT NULL,
    web_chat_minutes INTEGER NOT NULL,
    PRIMARY KEY (company_id)
);

-- Phone numbers and email addresses that staff merged with a homeowner account.
CREATE TABLE merged_person (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    -- A phone number, or an email address in lowercase.
    address TEXT NOT NULL,
    account_id TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, address)
);
CREATE INDEX merged_person_by_account ON merged_person (company_id, community_id, account_id);
