-- One row per piece of the profile's uploads that nobody has committed.
delete from statement_pieces
where profile_id = $profile_id
  and import_id in (select import_id from statement_imports where profile_id = $profile_id and status = 'parsed')
