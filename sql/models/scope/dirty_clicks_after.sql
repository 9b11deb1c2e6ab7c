-- One row per click id on touches of dirty browsers, as they are now.
insert into dirty_clicks
select click_key from touch_clicks where visitor_key in (select visitor_key from dirty_visitors)
