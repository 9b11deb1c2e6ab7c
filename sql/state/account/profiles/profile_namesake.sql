-- One row: the profile of this name among the ids given.
select profile_id, created_by, created_at
from profiles
where name = $name
  and profile_id in (select value from json_each($ids))
order by created_at
limit 1
