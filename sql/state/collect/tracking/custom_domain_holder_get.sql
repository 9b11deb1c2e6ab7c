-- Who has a host.
select *
from custom_domains
where host = $host
  and verified_at is not null
