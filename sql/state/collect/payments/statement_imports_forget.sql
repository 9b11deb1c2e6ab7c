-- One row per upload of the profile that nobody has committed.
delete from statement_imports where profile_id = $profile_id and status = 'parsed'
