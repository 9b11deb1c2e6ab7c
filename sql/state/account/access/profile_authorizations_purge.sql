-- What apps held of a profile.
delete from app_authorizations
where profile_id = $profile_id
limit $limit
