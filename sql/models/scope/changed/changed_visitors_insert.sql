-- One row per browser that the batch links.
-- needs: batch_decisions
-- fills: changed_visitors (dirty)
insert into changed_visitors
select distinct (payload->>'visitor_key')::bigint from batch_decisions where kind in ('browser_linked', 'browser_relinked')
