-- One new access to personal data, or one refusal.
insert into pii_reads (
  read_at, workspace_id, profile_id, actor, credential, operation, route, parameters, status, result, request_id
)
values (
  $read_at, $workspace_id, $profile_id, $actor, $credential, $operation, $route, $parameters, $status, $result, $request_id
)
