-- One row per real touch of a dirty browser.
-- needs: dirty_visitors
delete from touches where not is_synthetic and visitor_key in (select visitor_key from dirty_visitors)
