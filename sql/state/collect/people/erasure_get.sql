-- One erasure.
select erasure_id, workspace_id, profile_id, public_id, members, named, actor, asked_at, work, report, done_at
from erasures
where erasure_id = $erasure_id
