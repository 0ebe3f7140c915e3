-- What a company calls each of its communities, folded: unique, searched and listed by. A
-- community that is deleted, or no longer the company's, is not live: the company sees
-- nothing of it, whatever else refers to it.
ALTER TABLE company_community ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE company_community ADD COLUMN live BOOLEAN NOT NULL DEFAULT TRUE;
-- The company has it no more; its records stay, in case it comes back, until it is purged.
ALTER TABLE company_community ADD COLUMN ended BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX community_by_archive ON community (archived_ms, id) WHERE archived_ms IS NOT NULL;

-- One wish for a name at a time.
ALTER TABLE community_request ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX community_request_by_name ON community_request (company_id, name_key) WHERE state IN (1, 2);

-- By which numbers are found, and what is removed with a community.
CREATE INDEX text_number_by_community ON text_number (company_id, community_id, number);
CREATE INDEX staff_community_by_community ON staff_community (company_id, community_id);
CREATE INDEX staff_selection_by_community ON staff_selection (company_id, community_id);
CREATE INDEX escalation_by_conversation ON escalation (company_id, conversation_id);
