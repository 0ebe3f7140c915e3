-- How often a phone was wrong when it was asked who texts: kept for an hour of rest, whatever else it asks.
CREATE TABLE homeowner_wrong (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    -- What they were asked for.
    way INTEGER NOT NULL,
    tries BIGINT NOT NULL,
    -- The last time.
    wrong_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, phone, way)
);
