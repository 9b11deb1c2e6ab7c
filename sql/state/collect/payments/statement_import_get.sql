-- One row: the import of this profile.
select * from statement_imports where profile_id = $profile_id and import_id = $import_id
