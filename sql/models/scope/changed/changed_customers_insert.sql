-- One row per customer whose component the batch may change, or who loses a browser, with all of their components before the batch. Nobody
-- else joins them through the batch: a way to them leads over an edge of the batch, and both ends of those are named.
-- needs: batch_decisions, batch_edges
-- fills: changed_customers (dirty)
insert into changed_customers
with named as (
  select customer_a as customer_no from batch_edges
  union
  select customer_b from batch_edges
  union
  select unnest([(payload->>'customer_no')::bigint, (payload->>'into_customer_no')::bigint])
  from batch_decisions
  where kind = 'customer_followed'
  union
  select customer_no
  from browser_map
  where visitor_key in (select (payload->>'visitor_key')::bigint from batch_decisions where kind = 'browser_relinked')
),
heads as (
  select person_key from component_map where customer_no in (select customer_no from named)
)
select customer_no from named
union
select customer_no from component_map where person_key in (select person_key from heads)
