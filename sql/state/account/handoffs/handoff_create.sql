-- One new hand-off.
insert into handoffs (
  handoff_id, kind, workspace_id, profile_id, payload, lookup, hash, raised_by, actor, created_at, expires_at
)
values (
  $handoff_id, $kind, $workspace_id, $profile_id, $payload, $lookup, $hash, $raised_by, $actor, $created_at, $expires_at
)
