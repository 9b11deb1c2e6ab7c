-- One row per click id on touches of dirty browsers: run before and after they are made anew.
-- needs: dirty_visitors
-- fills: dirty_clicks (dirty)
insert into dirty_clicks
select click_key from touch_clicks where visitor_key in (select visitor_key from dirty_visitors)
