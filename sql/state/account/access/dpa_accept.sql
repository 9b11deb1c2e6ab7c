-- The agreement, accepted now; one that is in force stays as it is.
insert into app_dpas (workspace_id, app_id, accepted_at, accepted_by)
values ($workspace_id, $app_id, $now, $person_id)
on conflict (workspace_id, app_id) do update set
  accepted_at = excluded.accepted_at,
  accepted_by = excluded.accepted_by,
  withdrawn_at = null,
  withdrawn_by = null
where withdrawn_at is not null
