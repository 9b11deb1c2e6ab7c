-- Deletes a limited number of outcome keys of a profile.
delete from outcomes
where (profile_no, outcome_key) in (select profile_no, outcome_key from outcomes where profile_no = ? limit ?);
