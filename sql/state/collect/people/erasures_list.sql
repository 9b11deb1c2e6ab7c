-- One row per erasure, the oldest first.
select erasure_id, workspace_id, profile_id, public_id, members, named, actor, asked_at
from erasures
order by asked_at, erasure_id
