-- name: lasting_domains_count
-- One row: verified domains whose cookies Safari keeps for their full life.
-- columns: domains integer
select count(*) as domains
from custom_domains
where profile_id = $profile_id and verified_at is not null and removed_at is null and verdict = 'long_lived';
