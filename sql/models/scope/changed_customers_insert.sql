-- One row per customer whose component the batch may change, as the components stand now. Nobody else joins them through the batch: a way
-- to them leads over an edge of the batch, and both ends of those are named with all their components.
insert into changed_customers
with named as (
  select customer_a as customer_no from batch_edges
  union
  select customer_b from batch_edges
),
heads as (
  select person_key from component_map where customer_no in (select customer_no from named)
)
select customer_no from named
union
select customer_no from component_map where person_key in (select person_key from heads)
