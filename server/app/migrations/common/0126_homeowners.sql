-- The accounts of a community's homeowners.
CREATE TABLE homeowner_account (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    number TEXT NOT NULL,
    -- What is unique of the number.
    number_key TEXT NOT NULL,
    unit TEXT NOT NULL,
    name TEXT NOT NULL,
    phones JSONB NOT NULL,
    email TEXT NOT NULL,
    -- What is owed; below 0 is a credit, and nothing is not known.
    balance_cents BIGINT,
    -- As of which day, as 2026-12-31; empty without a balance.
    balance_on TEXT NOT NULL,
    in_collections BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    -- By what it is listed: unit, then number, figures in them by what they count.
    place TEXT NOT NULL,
    -- In what is searched.
    words TEXT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, number_key),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX homeowner_account_by_place ON homeowner_account (company_id, community_id, place, id);

-- By which phones accounts are found.
CREATE TABLE homeowner_phone (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    account_id TEXT NOT NULL,
    PRIMARY KEY (company_id, community_id, phone, account_id),
    FOREIGN KEY (company_id, account_id) REFERENCES homeowner_account (company_id, id)
);
CREATE INDEX homeowner_phone_by_account ON homeowner_phone (company_id, account_id);
