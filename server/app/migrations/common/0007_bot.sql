-- What the bot learns and remembers, and test cases.

-- Conversations whose resident was asked which question they mean and has not answered yet.
CREATE TABLE pending_disambiguation (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    -- IDs of the offered answers, in the order of the text.
    choices JSONB NOT NULL,
    asked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);

-- Conversations whose resident is asked for the details of a service request.
CREATE TABLE pending_service_request (
    company_id TEXT NOT NULL REFERENCES company (id),
    conversation_id TEXT NOT NULL,
    -- The text that asked for it.
    message_id TEXT NOT NULL,
    details JSONB NOT NULL,
    -- Time of the last question. The job that ends the wait names it.
    asked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, conversation_id),
    FOREIGN KEY (company_id, conversation_id) REFERENCES conversation (company_id, id)
);

-- How often residents chose an answer for an utterance.
CREATE TABLE utterance_feedback (
    company_id TEXT NOT NULL REFERENCES company (id),
    community_id TEXT NOT NULL,
    answer_id TEXT NOT NULL,
    utterance TEXT NOT NULL,
    times BIGINT NOT NULL,
    picked_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, community_id, answer_id, utterance)
);

-- Embeddings of utterances.
CREATE TABLE utterance_vector (
    company_id TEXT NOT NULL REFERENCES company (id),
    -- Version of the sentence model.
    model TEXT NOT NULL,
    -- Digest of the utterance.
    digest TEXT NOT NULL,
    vector BYTEA NOT NULL,
    -- Day of the last use.
    used_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, model, digest)
);
CREATE INDEX utterance_vector_by_use ON utterance_vector (used_ms);

-- Calibration of the confidence: one row.
CREATE TABLE calibration (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    -- The score from which texts are answered by default.
    default_score DOUBLE PRECISION NOT NULL,
    -- Reviews after this time count for the next calibration.
    since_ms BIGINT NOT NULL
);
