-- One row per member of a customer's component of active merges, oldest first and customers that were taken over last; itself
-- when it has none.
with recursive members (customer_no) as (
  values ($customer_no)
  union
  select e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.customer_no
from members as m
left join customers as c on c.profile_id = $profile_id and c.customer_no = m.customer_no
order by c.successor_no is not null, m.customer_no;
