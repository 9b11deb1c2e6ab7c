-- name: utm_audit_get
-- One row at most: the last completed audit of the profile.
select computed_at, summary from utm_audits where profile_id = $profile_id;

-- name: utm_audit_put
-- One row: the audit that was just completed.
insert into utm_audits (profile_id, computed_at, summary)
values ($profile_id, $computed_at, $summary)
on conflict (profile_id) do update set computed_at = excluded.computed_at, summary = excluded.summary;
