-- The last step of a purge.
delete from profiles where profile_no = ?;
