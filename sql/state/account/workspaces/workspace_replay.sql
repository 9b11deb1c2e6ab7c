-- One row: the workspace that this person made under this name since a moment, among those they still reach.
select workspace_id, name, timezone, plan, status, reporting_currency, created_at
from workspaces
where created_by = $person_id
  and name = $name
  and created_at > $since
  and workspace_id in (select value from json_each($reachable))
order by created_at desc
limit 1
