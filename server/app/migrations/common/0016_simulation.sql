-- Questions whose answers are tested.
CREATE TABLE test_case (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    question TEXT NOT NULL,
    -- Unique key of the question in the community.
    question_key TEXT NOT NULL,
    -- Expected answer, the community's or the company's. Empty if the question must be escalated.
    answer_id TEXT NOT NULL,
    -- Question of that answer when the test case was last saved.
    answer_question TEXT NOT NULL,
    version BIGINT NOT NULL,
    -- Result of the last run. NULL before the first.
    outcome JSONB,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, question_key),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX test_case_by_community ON test_case (company_id, community_id, id);
