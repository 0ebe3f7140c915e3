-- What was answered to a call that came with an idempotency key, for a day.
CREATE TABLE idempotency_key (
    -- Whose session it was; empty, as the caller is, where there was none.
    company_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    key TEXT NOT NULL,
    -- A digest of the method and its request: another one may not come with the same key.
    digest TEXT NOT NULL,
    -- Who works on it. Whoever finds another claim here has lost theirs.
    claim TEXT NOT NULL,
    state INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    lease_ms BIGINT NOT NULL,
    code INTEGER,
    message TEXT,
    details BYTEA,
    body BYTEA,
    PRIMARY KEY (company_id, caller, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (at_ms);

ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency_key USING (company_id = acting_company() AND company_id <> '');
CREATE POLICY platform ON idempotency_key USING (acting_platform());
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_key TO parlor_server;
