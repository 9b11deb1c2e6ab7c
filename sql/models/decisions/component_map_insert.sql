-- One row per customer with a merge: its person is the oldest member it reaches.
insert into component_map
with recursive edges as (
  select customer_a as here, customer_b as there from merge_edges
  union
  select customer_b, customer_a from merge_edges
),
reach as (
  select here as customer_no, here as member from edges
  union
  select reach.customer_no, edges.there from reach join edges on edges.here = reach.member
)
select customer_no, min(member) from reach group by customer_no
