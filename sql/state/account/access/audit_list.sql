-- One row per link of the audit chain after a number, oldest first.
select audit_no, at, actor, action, workspace_id, profile_id, subject, detail, previous_hash, hash
from audit
where audit_no > $after
order by audit_no
limit $limit
