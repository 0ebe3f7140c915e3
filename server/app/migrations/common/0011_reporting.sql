-- Counts for reports, and their assumptions.

-- Counts of a community by hour, in blocks of 90 days. Those of an hour hold if it is ready in `report_coverage`.
CREATE TABLE report_block (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    -- Begin of the block: a multiple of 90 days.
    block_ms BIGINT NOT NULL,
    -- The counts as `reporting/report/block.rs` encodes them.
    counts BYTEA NOT NULL,
    PRIMARY KEY (company_id, community_id, block_ms)
);

-- Hours whose counts are stored. A change to what an hour counts deletes its row; the hour is counted
-- from messages until a job stores it again.
CREATE TABLE report_coverage (
    company_id TEXT NOT NULL REFERENCES company (id),
    hour_ms BIGINT NOT NULL,
    -- FALSE while the counts are being stored.
    is_ready BOOLEAN NOT NULL,
    PRIMARY KEY (company_id, hour_ms)
);

-- Users who get reports by email.
CREATE TABLE report_subscription (
    company_id TEXT NOT NULL REFERENCES company (id),
    staff_id TEXT NOT NULL,
    frequency INTEGER NOT NULL,
    -- Empty for all communities that the user sees.
    community_id TEXT NOT NULL,
    -- Time of the next report.
    next_ms BIGINT NOT NULL,
    -- Changes with each change and each report.
    version INTEGER NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, staff_id)
);

-- Warnings that a community has used a share of its text plan, each sent once.
CREATE TABLE text_plan_warning (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    -- First day of the month, as 2026-03-01.
    month TEXT NOT NULL,
    -- 2 for 80 %, 3 for all.
    level INTEGER NOT NULL,
    sent_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, month, level)
);

-- Assumptions of a company for its reports.
CREATE TABLE report_settings (
    company_id TEXT NOT NULL PRIMARY KEY REFERENCES company (id),
    minutes_per_answer INTEGER NOT NULL,
    hourly_cost_cents INTEGER NOT NULL,
    version INTEGER NOT NULL
);
