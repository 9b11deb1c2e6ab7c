-- One row per customer with a merge, or that another took over: its person is the oldest member it reaches that was not taken over.
insert into component_map
with recursive edges as (
  select customer_a as here, customer_b as there from merge_edges
  union
  select customer_b, customer_a from merge_edges
  union
  select customer_no, into_customer_no from followed_customers
  union
  select into_customer_no, customer_no from followed_customers
),
reach as (
  select here as customer_no, here as member from edges
  union
  select reach.customer_no, edges.there from reach join edges on edges.here = reach.member
)
select
  customer_no,
  coalesce(min(member) filter (where member not in (select customer_no from followed_customers)), min(member))
from reach
group by customer_no
