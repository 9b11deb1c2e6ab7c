-- Rows: names of a profile after one, in order.
select name from entries where profile_id = $profile_id and name > $after order by name limit $limit;
