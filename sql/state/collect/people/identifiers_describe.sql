-- One row per customer asked for and identifier of its component, oldest member and earliest identifier first.
-- TRICKY: `cross join` keeps SQLite from reading every identifier of the profile first.
-- columns: asked_no integer
with recursive members (asked_no, customer_no) as (
  select value, value from json_each($customer_nos)
  union
  select m.asked_no, e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select m.asked_no, e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.asked_no, i.type, i.value
from members as m
cross join identifiers as i on i.profile_id = $profile_id and i.customer_no = m.customer_no
where i.value is not null
order by m.asked_no, m.customer_no, i.decision_no;
