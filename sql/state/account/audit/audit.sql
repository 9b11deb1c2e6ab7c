-- name: audit_append
-- One new link of the audit chain.
insert into audit (audit_no, at, actor, action, workspace_id, profile_id, subject, detail, previous_hash, hash)
values ($audit_no, $at, $actor, $action, $workspace_id, $profile_id, $subject, $detail, $previous_hash, $hash);

-- name: audit_changes_count
-- columns: n integer
-- One row: the number of changes that people and programs made in a profile, without its making and its end.
select count(*) as n
from audit
where workspace_id = $workspace_id
  and profile_id = $profile_id
  and actor <> 'system'
  and action not in ('profile.created', 'profile.archived');

-- name: audit_last
-- One row: the newest link of the audit chain.
select audit_no, hash
from audit
order by audit_no desc
limit 1;

-- name: audit_list
-- One row per link of the audit chain after a number, oldest first.
select audit_no, at, actor, action, workspace_id, profile_id, subject, detail, previous_hash, hash
from audit
where audit_no > $after
order by audit_no
limit $limit;

-- name: audit_page
-- One row per change in a workspace, newest first, with the hash of the link before it in the chain.
-- columns: audit_no integer, at integer, actor text, action text, subject text, detail text, previous_hash text, hash text, earlier_hash text?
select
  audit.audit_no, audit.at, audit.actor, audit.action, audit.workspace_id, audit.profile_id, audit.subject, audit.detail,
  audit.previous_hash, audit.hash, earlier.hash as earlier_hash
from audit
left join audit as earlier on earlier.audit_no = audit.audit_no - 1
where audit.workspace_id = $workspace_id
  and ($profile_id is null or audit.profile_id = $profile_id)
  and ($before is null or audit.audit_no < $before)
order by audit.audit_no desc
limit $limit;
