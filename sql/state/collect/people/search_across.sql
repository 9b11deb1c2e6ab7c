-- One row per customer asked for whose person has every word in some text of its own, in the order asked.
-- columns: customer_no integer
with recursive members (at, asked_no, customer_no) as (
  select key, value, value from json_each($customer_nos)
  union
  select m.at, m.asked_no, e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select m.at, m.asked_no, e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.asked_no as customer_no
from members as m
cross join search_values as v on v.profile_no = $profile_no and v.customer_no = m.customer_no
cross join json_each($words) as w
where v.kind in (select value from json_each($kinds)) and instr(v.value, w.value) > 0
group by m.at, m.asked_no
having count(distinct w.value) = (select count(distinct value) from json_each($words))
order by m.at
