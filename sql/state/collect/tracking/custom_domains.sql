-- name: custom_domain_check
-- The findings of a DNS check; nothing for a claim that was removed since.
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
  and removed_at is null;

-- name: custom_domain_create
-- One new claim of a host.
insert into custom_domains (custom_domain_id, profile_id, host, proof, created_by, created_at, next_check_at)
values ($custom_domain_id, $profile_id, $host, $proof, $created_by, $created_at, $next_check_at);

-- name: custom_domain_get
-- The claim, also when it was removed.
select *
from custom_domains
where custom_domain_id = $custom_domain_id
  and profile_id = $profile_id;

-- name: custom_domain_holder_get
-- The owner of a host.
select *
from custom_domains
where host = $host
  and verified_at is not null;

-- name: custom_domain_postpone
-- The claim, to be checked later; nothing for one that was checked since.
update custom_domains
set next_check_at = $next_check_at,
    doubted_at = $doubted_at
where custom_domain_id = $custom_domain_id
  and next_check_at = $planned_at
  and removed_at is null;

-- name: custom_domain_remove
-- The claim, removed now if it was not yet.
update custom_domains
set removed_at = $now,
    verified_at = null
where custom_domain_id = $custom_domain_id
  and profile_id = $profile_id
  and removed_at is null;

-- name: custom_domain_rivals_count
-- The number of other claims of the host.
-- columns: n integer
select count(*) as n
from custom_domains
where host = $host
  and profile_id <> $profile_id
  and removed_at is null;

-- name: custom_domains_due_list
-- One row per claim that is due to be looked at, the longest due first.
select *
from custom_domains
where next_check_at <= $now
  and removed_at is null
order by next_check_at
limit $most;

-- name: custom_domains_held_list
-- One row per host that a profile has.
select host, profile_id
from custom_domains
where verified_at is not null;

-- name: custom_domains_list
-- One row per host that a profile claims, the oldest claim first.
select *
from custom_domains
where profile_id = $profile_id
  and removed_at is null
order by created_at, custom_domain_id;
