-- The claim, also when it was removed.
select *
from custom_domains
where custom_domain_id = $custom_domain_id
  and profile_id = $profile_id
