-- The claim, to be looked at later; nothing of one that somebody looked at meanwhile.
update custom_domains
set next_check_at = $next_check_at,
    doubted_at = $doubted_at
where custom_domain_id = $custom_domain_id
  and next_check_at = $planned_at
  and removed_at is null
