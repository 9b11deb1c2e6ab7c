-- One row per click id on touches of dirty browsers, as they were.
create temp table dirty_clicks as
select click_key from touch_clicks where visitor_key in (select visitor_key from dirty_visitors)
