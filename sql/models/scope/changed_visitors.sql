-- One row per browser whose person the batch may change.
create temp table changed_visitors as
select (payload->>'visitor_key')::bigint as visitor_key from batch_decisions where kind = 'browser_linked'
union
select visitor_key from browser_map where customer_no in (select customer_no from changed_customers)
