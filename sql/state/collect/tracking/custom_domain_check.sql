-- What was found when DNS was asked; nothing of a claim that was removed meanwhile.
update custom_domains
set checked_at = $now,
    verdict = $verdict,
    reason = $reason,
    next = $next,
    verified_at = $verified_at
where custom_domain_id = $custom_domain_id
  and removed_at is null
