-- name: search_profile_add
-- One row: a profile whose texts are looked for.
-- columns: last_value_no integer?
insert into search_profiles (profile_id) values ($profile_id)
returning profile_no, null as last_value_no;

-- name: search_profile_get
-- One row at most: the number of a profile's texts, and the last text.
select
  profile_no,
  (
    select v.value_no from search_values as v
    where v.value_no between (p.profile_no << 40) and (p.profile_no << 40) | ((1 << 40) - 1)
    order by v.value_no desc
    limit 1
  ) as last_value_no
from search_profiles as p
where profile_id = $profile_id;

-- name: search_profiles_purge
-- The number of a profile that has no texts any more.
delete from search_profiles
where profile_id = $profile_id;
