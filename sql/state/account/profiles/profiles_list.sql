-- One row per profile of the ids given, in their order.
select
  profiles.profile_id, profiles.workspace_id, profiles.name, profiles.currency, profiles.timezone, profiles.created_by,
  profiles.created_at
from json_each($ids) as ids
inner join profiles on profiles.profile_id = ids.value
order by ids.key
