-- What the wordings of a company's answers mean, as a sentence model reads them.
CREATE TABLE wording_vector (
    company_id TEXT NOT NULL REFERENCES company (id),
    -- The version of the model.
    model TEXT NOT NULL,
    -- A digest of the wording.
    digest TEXT NOT NULL,
    vector BYTEA NOT NULL,
    -- When it was last needed, to a day.
    used_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, model, digest)
);
CREATE INDEX wording_vector_by_use ON wording_vector (used_ms);
