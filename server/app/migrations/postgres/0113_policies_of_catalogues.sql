-- Whatever company a community is made for, it starts from what is published. The platform writes it.
ALTER TABLE catalogue_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_version FORCE ROW LEVEL SECURITY;
CREATE POLICY everybody ON catalogue_version FOR SELECT USING (COALESCE(acting_company(), '') <> '');
CREATE POLICY platform ON catalogue_version USING (acting_platform());
GRANT SELECT, INSERT ON catalogue_version TO parlor_server;
-- Versions only grow; by default the server may do more with what its owner makes.
REVOKE UPDATE, DELETE ON catalogue_version FROM parlor_server;

ALTER TABLE catalogue_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalogue_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON catalogue_draft USING (acting_platform());
GRANT SELECT, INSERT, UPDATE ON catalogue_draft TO parlor_server;

-- The platform is told how many communities have an intent, and never which, nor what they answered:
-- the function counts as the tables' owner, and the server has no way to the rows themselves.
CREATE POLICY counted ON answer FOR SELECT TO CURRENT_USER USING (acting_platform());
CREATE POLICY counted ON message FOR SELECT TO CURRENT_USER USING (acting_platform());
CREATE FUNCTION use_of_intents(keys JSONB, since BIGINT)
    RETURNS TABLE (communities BIGINT, answered BIGINT, questions BIGINT)
    LANGUAGE SQL STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT count(DISTINCT a.community_id), count(DISTINCT a.community_id) FILTER (WHERE a.answer <> ''),
        (SELECT count(*)
         FROM company_community l
         JOIN message m ON m.company_id = l.company_id AND m.asked_in = l.community_id AND m.created_ms >= since
         WHERE m.decision->>'answered' = 'true'
           AND m.decision->>'answer_id' IN (SELECT jsonb_array_elements_text(keys)))
    FROM community c
    JOIN answer a ON a.community_id = c.id AND a.id IN (SELECT jsonb_array_elements_text(keys))
    WHERE c.archived_ms IS NULL
$$;
REVOKE ALL ON FUNCTION use_of_intents FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_of_intents TO parlor_server;
