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
