-- Whether staff sent what was suggested: 1 when they did, 2 when they sent something else, 0 when that says nothing.
ALTER TABLE escalation ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX escalation_confirmed ON escalation (reviewed_ms) WHERE confirmed <> 0;

-- What the confirmations in all communities taught: one row, once there is something.
CREATE TABLE calibration (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    -- The score from which texts are usually answered.
    usual DOUBLE PRECISION NOT NULL,
    -- From then on confirmations count for the next one.
    since_ms BIGINT NOT NULL
);
