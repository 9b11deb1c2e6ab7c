-- One row per text that is the one looked for, the newest first.
select value_no
from search_values
where profile_no = $profile_no and value = $whole and kind in (select value from json_each($kinds))
order by value_no desc
limit $limit;
