-- The agreement, withdrawn now if it was in force.
update app_dpas
set withdrawn_at = $now, withdrawn_by = $person_id
where workspace_id = $workspace_id
  and app_id = $app_id
  and withdrawn_at is null
