-- name: former_owner_add
-- One row per owner of a workspace, kept for good.
insert into former_owners (workspace_id, person_id)
select workspace_id, person_id
from workspace_members
where workspace_id = $workspace_id
  and role = 'owner';

-- name: former_owner_find
-- One row: a person who owned a workspace when it was archived.
select workspace_id
from former_owners
where workspace_id = $workspace_id
  and person_id = $person_id;
