-- One row per owner of a workspace, kept for good.
insert into former_owners (workspace_id, person_id)
select workspace_id, person_id
from workspace_members
where workspace_id = $workspace_id
  and role = 'owner'
