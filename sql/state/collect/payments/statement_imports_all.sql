-- One row per import of the profile.
select * from statement_imports where profile_id = $profile_id
