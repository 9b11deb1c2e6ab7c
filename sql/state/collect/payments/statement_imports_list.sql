-- One row per import of the profile, the newest first.
select * from statement_imports
where profile_id = $profile_id and import_no < $before
order by import_no desc
limit $limit
