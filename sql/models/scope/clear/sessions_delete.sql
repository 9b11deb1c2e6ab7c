-- One row per session of a dirty browser.
-- needs: dirty_visitors
delete from sessions where visitor_key in (select visitor_key from dirty_visitors)
