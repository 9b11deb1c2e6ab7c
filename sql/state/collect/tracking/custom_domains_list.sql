-- One row per host that a profile claims, the oldest claim first.
select *
from custom_domains
where profile_id = $profile_id
  and removed_at is null
order by created_at, custom_domain_id
