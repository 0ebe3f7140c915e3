-- Somebody who acts in another company chooses among its communities: the company of a selection
-- is the one that has the community, not the one that the person belongs to.
DROP TABLE staff_selection;
CREATE TABLE staff_selection (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, staff_id, community_id),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);

-- Attempts that count no longer are found by their age alone.
CREATE INDEX attempt_by_age ON attempt (at_ms);
