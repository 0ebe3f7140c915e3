-- The platform is told apart who confirmed, so that nobody moves it alone, and never who it was: companies and
-- communities have numbers, which are drawn anew each time.
DROP FUNCTION confirmations;
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
