-- One new read of personal data.
insert into pii_reads (read_at, workspace_id, profile_id, actor, credential, operation, status, request_id)
values ($read_at, $workspace_id, $profile_id, $actor, $credential, $operation, $status, $request_id)
