-- One row per merge that stands between one of these customers and another that is none of them.
with those as (select value as customer_no from json_each($customer_nos))
select m.merge_no, m.customer_a, m.customer_b
from those as t
cross join merges as m indexed by merges_of_a on m.profile_id = $profile_id and m.customer_a = t.customer_no
where m.undo_no is null and m.customer_b not in (select customer_no from those)
union all
select m.merge_no, m.customer_a, m.customer_b
from those as t
cross join merges as m indexed by merges_of_b on m.profile_id = $profile_id and m.customer_b = t.customer_no
where m.undo_no is null and m.customer_a not in (select customer_no from those);
