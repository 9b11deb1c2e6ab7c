-- One row per workspace of the ids given, in their order.
select
  workspaces.workspace_id, workspaces.name, workspaces.timezone, workspaces.plan, workspaces.status,
  workspaces.reporting_currency, workspaces.created_at
from json_each($ids) as ids
inner join workspaces on workspaces.workspace_id = ids.value
order by ids.key
