-- Carriers ---------------------------------------------------------------------------------

-- Who brings a number's texts: 1 the handset, 2 Twilio.
ALTER TABLE text_number ADD COLUMN carrier INTEGER NOT NULL DEFAULT 1;

-- A text on its way with a carrier outside: written before it leaves.
CREATE TABLE delivery (
    company_id TEXT NOT NULL,
    -- The attempt; the carrier's reports come back with it.
    id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    carrier INTEGER NOT NULL,
    state INTEGER NOT NULL,
    -- The carrier's name for it, once that is known.
    sid TEXT,
    error_code INTEGER,
    -- How often it was handed over, and since when for the last time.
    tries INTEGER NOT NULL,
    tried_ms BIGINT NOT NULL,
    -- How often the carrier was asked what became of it.
    asked INTEGER NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, message_id),
    UNIQUE (company_id, sid),
    FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, id)
);

-- What a carrier told, once each: texts that came in, and statuses of those that went out.
CREATE TABLE carrier_report (
    company_id TEXT NOT NULL,
    sid TEXT NOT NULL,
    status TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, sid, status)
);

-- Consent ------------------------------------------------------------------------------------

-- Whether a phone may be texted, for each program.
CREATE TABLE consent (
    company_id TEXT NOT NULL REFERENCES company (id),
    phone TEXT NOT NULL,
    program TEXT NOT NULL,
    state INTEGER NOT NULL,
    source INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, phone, program)
);

-- How it came to be so.
CREATE TABLE consent_entry (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    phone TEXT NOT NULL,
    program TEXT NOT NULL,
    state INTEGER NOT NULL,
    source INTEGER NOT NULL,
    -- What was said or reported, in its own words.
    evidence TEXT NOT NULL,
    -- The text that said it, if one did.
    message_id TEXT,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX consent_entry_by_phone ON consent_entry (company_id, phone, id);
