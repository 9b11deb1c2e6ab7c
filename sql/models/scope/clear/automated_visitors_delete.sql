-- One row per dirty browser that was automated.
-- needs: dirty_visitors
delete from automated_visitors where visitor_key in (select visitor_key from dirty_visitors)
