-- How many others claim the host.
-- columns: n integer
select count(*) as n
from custom_domains
where host = $host
  and profile_id <> $profile_id
  and removed_at is null
