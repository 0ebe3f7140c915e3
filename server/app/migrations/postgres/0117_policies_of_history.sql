-- The history of a community's answers follows the link, as the answers do.
ALTER TABLE answer_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer_version FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON answer_version USING (EXISTS (
    SELECT FROM company_community l
    WHERE l.community_id = answer_version.community_id AND l.company_id = acting_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON answer_version TO parlor_server;

ALTER TABLE company_answer_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_answer_version FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON company_answer_version USING (company_id = acting_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON company_answer_version TO parlor_server;
