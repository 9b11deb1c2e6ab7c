-- What was found when DNS was asked; nothing of a claim that was removed meanwhile.
update custom_domains
set checked_at = $now,
    next_check_at = $next_check_at,
    doubted_at = null,
    verdict = $verdict,
    reason = $reason,
    next = $next,
    found = $found,
    change = $change,
    verified_at = $verified_at
where custom_domain_id = $custom_domain_id
  and removed_at is null
