-- One row per member of a customer's component of active merges, oldest first; itself when it has none.
with recursive members (customer_no) as (
  values ($customer_no)
  union
  select case when e.customer_a = m.customer_no then e.customer_b else e.customer_a end
  from members as m
  join merge_edges as e
    on e.profile_id = $profile_id and (e.customer_a = m.customer_no or e.customer_b = m.customer_no)
)
select customer_no from members order by customer_no;
