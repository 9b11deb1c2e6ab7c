-- One row per customer asked for and phone of its component that could not be read, oldest member first.
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
select m.asked_no, p.phone
from members as m
cross join phones_as_given as p on p.profile_id = $profile_id and p.customer_no = m.customer_no
order by m.asked_no, m.customer_no, p.first_seq;
