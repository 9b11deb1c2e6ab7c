-- Before state forgets what it has of the profile's facts.
delete from cleared_traits where profile_no = ?;
