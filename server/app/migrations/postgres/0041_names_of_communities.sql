-- The policies hold the tables' owner too.
SELECT set_config('parlor.platform', 'on', true);
UPDATE company_community SET name_key = (SELECT lower(c.tag) FROM community c WHERE c.id = community_id);
CREATE UNIQUE INDEX company_community_by_name ON company_community (company_id, name_key) WHERE live;
SELECT set_config('parlor.platform', 'off', true);
