-- Counts over all companies. Each function runs as the owner of the tables and returns numbers only:
-- the server has no access to the rows.

-- In how many communities intents are in use, and how often.
CREATE FUNCTION use_of_intents(keys JSONB, since BIGINT)
    RETURNS TABLE (communities BIGINT, answered BIGINT, questions BIGINT)
    LANGUAGE SQL STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT count(DISTINCT a.community_id), count(DISTINCT a.community_id) FILTER (WHERE a.answer <> ''),
        (SELECT count(*)
         FROM company_community l
         JOIN message m ON m.company_id = l.company_id AND m.bot_community_id = l.community_id
             AND m.created_ms >= since
         WHERE m.decision->>'answered' = 'true' AND NOT m.is_test
           AND m.decision->>'answer_id' IN (SELECT jsonb_array_elements_text(keys)))
    FROM community c
    JOIN answer a ON a.owner_id = c.id AND a.id IN (SELECT jsonb_array_elements_text(keys))
    WHERE c.archived_ms IS NULL
$$;
REVOKE ALL ON FUNCTION use_of_intents FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_of_intents TO parlor_server;

-- How often suggestions of a confidence were right. Companies and communities are numbered at random
-- in each call, so that one of them cannot shift the calibration alone and none can be identified.
CREATE FUNCTION confirmations(since BIGINT)
    RETURNS TABLE (company BIGINT, community BIGINT, percent BIGINT, rightly BIGINT, wrongly BIGINT)
    LANGUAGE SQL VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    WITH counted AS (
        SELECT e.company_id, e.community_id, round(e.suggested_confidence * 100)::BIGINT AS percent,
            count(*) FILTER (WHERE e.confirmed = 1) AS rightly, count(*) FILTER (WHERE e.confirmed = 2) AS wrongly
        FROM escalation e
        WHERE e.confirmed <> 0 AND e.reviewed_ms >= since
        GROUP BY 1, 2, 3
    ),
    companies AS (
        SELECT c.company_id, row_number() OVER (ORDER BY random()) AS number
        FROM (SELECT DISTINCT company_id FROM counted) c
    ),
    communities AS (
        SELECT c.company_id, c.community_id, row_number() OVER (ORDER BY random()) AS number
        FROM (SELECT DISTINCT company_id, community_id FROM counted) c
    )
    SELECT o.number, m.number, c.percent, c.rightly, c.wrongly
    FROM counted c
    JOIN companies o ON o.company_id = c.company_id
    JOIN communities m ON m.company_id = c.company_id AND m.community_id = c.community_id
$$;
REVOKE ALL ON FUNCTION confirmations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirmations TO parlor_server;

-- The applied migrations, for a server that may not read their table.
CREATE FUNCTION applied_migrations() RETURNS TABLE (version BIGINT, checksum BYTEA)
    LANGUAGE SQL STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version $$;
REVOKE ALL ON FUNCTION applied_migrations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION applied_migrations TO parlor_server;
