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
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);
