-- One row per dirty browser that was automated.
delete from automated_visitors where visitor_key in (select visitor_key from dirty_visitors)
