-- What residents of any community ask: three catalogues, published together, version after version.
CREATE TABLE catalogue_version (
    number BIGINT NOT NULL PRIMARY KEY,
    note TEXT NOT NULL,
    published_by TEXT NOT NULL,
    published_ms BIGINT NOT NULL,
    -- The version that it brought back; 0 when it is new.
    restored BIGINT NOT NULL,
    -- How many intents are in it.
    intents BIGINT NOT NULL,
    library JSONB NOT NULL
);

-- What the next version will be, and what it was before the last change.
CREATE TABLE catalogue_draft (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    version BIGINT NOT NULL,
    library JSONB NOT NULL,
    before JSONB,
    edited_by TEXT NOT NULL,
    edited_ms BIGINT
);
