UPDATE company_community SET name_key = (SELECT lower(c.tag) FROM community c WHERE c.id = community_id);
CREATE UNIQUE INDEX company_community_by_name ON company_community (company_id, name_key) WHERE live;
