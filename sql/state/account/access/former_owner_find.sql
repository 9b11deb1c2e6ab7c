-- One row: a person who owned a workspace when it was archived.
select workspace_id
from former_owners
where workspace_id = $workspace_id
  and person_id = $person_id
