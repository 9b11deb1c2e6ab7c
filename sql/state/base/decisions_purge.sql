-- The decisions of a profile that has no key any more.
delete from decisions
where profile_id = $profile_id
limit $limit
