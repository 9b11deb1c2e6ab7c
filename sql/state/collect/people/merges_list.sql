-- One row per merge that one of the customers had a part in, newest first.
with parts (merge_no) as (
  select m.merge_no from json_each($customer_nos) as asked
  cross join merges as m on m.profile_id = $profile_id and m.customer_a = asked.value
  union
  select m.merge_no from json_each($customer_nos) as asked
  cross join merges as m on m.profile_id = $profile_id and m.customer_b = asked.value
)
select
  m.merge_no, m.customer_a, m.customer_b, m.into_customer_no, m.merged_customer_no, m.merged_at, m.merged_by, m.undone_at, m.undone_by
from parts
cross join merges as m on m.profile_id = $profile_id and m.merge_no = parts.merge_no
where $before is null or m.merge_no < $before
order by m.merge_no desc
limit $limit;
