-- One row per customer asked for that is merged with another: the head of its component.
-- columns: asked_no integer, head_no integer
with recursive named (customer_no) as (
  select value
  from json_each($customer_nos)
  where exists (select 1 from merge_edges as e where e.profile_id = $profile_id and e.customer_a = value)
    or exists (select 1 from merge_edges as e where e.profile_id = $profile_id and e.customer_b = value)
),
members (asked_no, customer_no) as (
  select customer_no, customer_no from named
  union
  select m.asked_no, e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select m.asked_no, e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.asked_no, coalesce(min(iif(c.successor_no is null, m.customer_no, null)), min(m.customer_no)) as head_no
from members as m
left join customers as c on c.profile_id = $profile_id and c.customer_no = m.customer_no
group by m.asked_no
having head_no <> m.asked_no;
