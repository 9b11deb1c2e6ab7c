-- One row per click id of a dirty browser's touches.
-- needs: dirty_visitors
delete from touch_clicks where visitor_key in (select visitor_key from dirty_visitors)
