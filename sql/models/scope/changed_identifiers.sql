-- One row per identifier whose person the batch may change.
create temp table changed_identifiers as
select (payload->>'identifier_key')::bigint as identifier_key from batch_decisions where kind = 'identifier_added'
union
select identifier_key from identifier_map where customer_no in (select customer_no from changed_customers)
