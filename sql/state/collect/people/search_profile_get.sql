-- One row at most: under which number a profile's texts stand, and the last text.
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
