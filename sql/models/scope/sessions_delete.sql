-- One row per session of a dirty browser.
delete from sessions where visitor_key in (select visitor_key from dirty_visitors)
