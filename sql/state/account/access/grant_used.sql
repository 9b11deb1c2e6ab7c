-- The grant, in use now.
update grants
set last_used_at = $now
where grant_id = $grant_id
