-- One new link of the audit chain.
insert into audit (audit_no, at, actor, action, workspace_id, profile_id, subject, detail, previous_hash, hash)
values ($audit_no, $at, $actor, $action, $workspace_id, $profile_id, $subject, $detail, $previous_hash, $hash)
