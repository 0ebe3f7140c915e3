-- Work that recurs: the slot of each kind that comes next. Its job is written as the row moves on.
CREATE TABLE schedule (
    kind TEXT NOT NULL PRIMARY KEY,
    slot_ms BIGINT NOT NULL
);

-- What is kept for a time is found by its age, whosever it is.
CREATE INDEX session_by_use ON session (used_ms);
CREATE INDEX known_place_by_use ON known_place (used_ms);
CREATE INDEX password_link_by_expiry ON password_link (expires_ms);
CREATE INDEX partner_token_by_expiry ON partner_token (expires_ms);
