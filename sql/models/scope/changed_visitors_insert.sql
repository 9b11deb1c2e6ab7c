-- One row per browser that the batch links.
insert into changed_visitors
select distinct (payload->>'visitor_key')::bigint from batch_decisions where kind = 'browser_linked'
