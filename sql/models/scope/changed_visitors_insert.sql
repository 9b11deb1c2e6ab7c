-- One row per browser that the batch links.
insert into changed_visitors
select distinct (payload->>'visitor_key')::bigint from batch_decisions where kind in ('browser_linked', 'browser_relinked')
