-- Every row of a profile in statement_imports.
delete from statement_imports
where profile_id = $profile_id
limit $limit
