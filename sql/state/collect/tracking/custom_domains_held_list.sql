-- One row per host that a profile has.
select host, profile_id
from custom_domains
where verified_at is not null
