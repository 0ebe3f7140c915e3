-- The policies hold the owner of the tables too, so that this says for whom it works.
SELECT set_config('parlor.platform', 'on', true);
-- Companies that were made with the same name keep apart by their ids.
UPDATE company SET name_key = lower(trim(name)) || CASE WHEN EXISTS (
    SELECT 1 FROM company other WHERE lower(trim(other.name)) = lower(trim(company.name)) AND other.id < company.id
) THEN ' ' || id ELSE '' END;
CREATE UNIQUE INDEX company_by_name_key ON company (name_key);
DROP INDEX company_by_name;
