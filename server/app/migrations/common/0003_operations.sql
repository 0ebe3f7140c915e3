-- Jobs, the audit trail, secrets, email, files, short links and limits.

-- Background jobs. Jobs with the same queue key run one at a time, in the order of their IDs.
CREATE TABLE job (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload JSONB NOT NULL,
    key TEXT NOT NULL,
    queue_key TEXT NOT NULL,
    run_at_ms BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    last_error TEXT,
    -- Failed for good; staff can replay or discard it.
    dead BOOLEAN NOT NULL,
    died_ms BIGINT NOT NULL DEFAULT 0,
    -- Number of the server instance that runs it; 0 if none does.
    worker INTEGER NOT NULL DEFAULT 0,
    -- Another job with the same queue key comes first. Workers do not consider waiting jobs, so that a
    -- long queue costs no more than a short one.
    waiting BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, key)
);
CREATE INDEX job_by_queue_key ON job (company_id, queue_key, id) WHERE NOT dead;
CREATE INDEX job_by_turn ON job (run_at_ms, id) WHERE NOT dead AND NOT waiting;
CREATE INDEX job_by_death ON job (died_ms, id) WHERE dead;
CREATE INDEX job_by_worker ON job (worker) WHERE worker <> 0;
CREATE UNIQUE INDEX job_running ON job (company_id, queue_key) WHERE worker <> 0;

-- Recurring jobs: the next slot of each kind.
CREATE TABLE schedule (
    kind TEXT NOT NULL PRIMARY KEY,
    slot_ms BIGINT NOT NULL
);

-- The audit trail. Rows are only added.
CREATE TABLE audit (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    actor_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    -- `AuditAction` of the contract.
    action INTEGER NOT NULL,
    subject TEXT NOT NULL,
    summary TEXT NOT NULL,
    address TEXT NOT NULL,
    -- The changed fields with their values.
    changes JSONB NOT NULL,
    PRIMARY KEY (company_id, id)
);

-- Secrets, encrypted with the company and the name as associated data.
CREATE TABLE secret (
    company_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The encrypted value, or the encrypted name of the parameter that has it.
    sealed TEXT NOT NULL,
    updated_ms BIGINT NOT NULL,
    -- The parameter of an outside store that has the value. NULL if the value is in this row.
    parameter TEXT,
    PRIMARY KEY (company_id, name)
);

CREATE TABLE email_configuration (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    from_address TEXT NOT NULL,
    from_name TEXT NOT NULL,
    reply_to TEXT NOT NULL,
    smtp_host TEXT NOT NULL,
    smtp_port INTEGER NOT NULL,
    smtp_security INTEGER NOT NULL,
    smtp_username TEXT NOT NULL,
    verified_ms BIGINT
);

-- Outgoing email.
CREATE TABLE mail (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    to_address TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- Encrypted text.
    body TEXT NOT NULL,
    -- Encrypted attachment and link to unsubscribe. Empty if there are none.
    extras TEXT NOT NULL DEFAULT '',
    -- Contains a link to an account: only its recipient reads it.
    withheld BOOLEAN NOT NULL,
    status INTEGER NOT NULL,
    problem TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    sent_ms BIGINT,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX mail_by_age ON mail (created_ms) WHERE status > 2;

CREATE TABLE file (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    -- Key of the object with its bytes, which is stored outside of the database.
    object_key TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    -- Time at which it is deleted. NULL means never.
    expires_ms BIGINT,
    -- Its link works once.
    single_use BOOLEAN NOT NULL DEFAULT FALSE,
    used_ms BIGINT,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX file_by_object ON file (object_key);
CREATE INDEX file_by_expiry ON file (expires_ms) WHERE expires_ms IS NOT NULL;

CREATE TABLE short_link (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    target TEXT NOT NULL,
    -- Digest of the target: a company has one link per target.
    target_key TEXT NOT NULL,
    -- Whether the target has public addresses only. Null until its name could be resolved.
    is_target_public BOOLEAN,
    -- When a click last made the server resolve the target's name.
    target_checked_ms BIGINT NOT NULL DEFAULT 0,
    clicks BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, target_key)
);

-- Responses of calls that had an idempotency key, for one day.
CREATE TABLE idempotency_key (
    -- Company and caller of the session. Both are empty for a call without a session.
    company_id TEXT NOT NULL,
    caller TEXT NOT NULL,
    key TEXT NOT NULL,
    -- Digest of the method and the request. A different request with the same key is refused.
    digest TEXT NOT NULL,
    -- Identifies the execution. An execution that finds another claim here has lost its own.
    claim TEXT NOT NULL,
    state INTEGER NOT NULL,
    at_ms BIGINT NOT NULL,
    lease_ms BIGINT NOT NULL,
    code INTEGER,
    message TEXT,
    details BYTEA,
    body BYTEA,
    -- Number of the server instance that executes the call.
    worker INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, caller, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (at_ms);

-- Rate limits: one row per counted event. The subject is a digest of what is limited.
CREATE TABLE rate_limit_hit (
    subject TEXT NOT NULL,
    nonce TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (subject, nonce)
);
CREATE INDEX rate_limit_hit_by_time ON rate_limit_hit (subject, at_ms);
CREATE INDEX rate_limit_hit_by_age ON rate_limit_hit (at_ms);
