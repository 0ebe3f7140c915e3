-- Questions of a community with what is expected of the bot.
CREATE TABLE test_case (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    question TEXT NOT NULL,
    -- What is unique of the question.
    question_key TEXT NOT NULL,
    -- The answer that is expected, the community's or the company's; empty when staff are.
    answer_id TEXT NOT NULL,
    -- Its question when it was last named.
    answer_question TEXT NOT NULL,
    version BIGINT NOT NULL,
    -- What came of it at the last run; nothing before the first.
    outcome JSONB,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, community_id, question_key),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX test_case_by_community ON test_case (company_id, community_id, id);
