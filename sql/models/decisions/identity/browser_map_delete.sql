-- One row per browser that the batch links anew.
-- needs: batch_decisions
delete from browser_map
where visitor_key in (select (payload->>'visitor_key')::bigint from batch_decisions where kind = 'browser_relinked')
