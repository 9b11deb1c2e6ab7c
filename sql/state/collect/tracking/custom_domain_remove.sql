-- The claim, removed now if it was not yet.
update custom_domains
set removed_at = $now,
    verified_at = null
where custom_domain_id = $custom_domain_id
  and profile_id = $profile_id
  and removed_at is null
