-- One row per customer asked for and member of its component, oldest member first.
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
select
  m.asked_no, c.customer_no, c.customer_profile_id, c.first_name, c.last_name, c.name_trust, c.country, c.first_seen_at, c.last_seen_at,
  c.is_told
from members as m
cross join customers as c on c.profile_id = $profile_id and c.customer_no = m.customer_no
order by m.asked_no, c.successor_no is not null, c.customer_no;
