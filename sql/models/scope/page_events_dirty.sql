-- One row per event on a page of a dirty browser, with where and on what it happened: a browser's events are read once.
create temp table page_events as
select visitor_key, occurred_at, seq, is_page_view, origin_id, click_hash, engaged_seconds, path, device, browser, os, country
from events
where has_page and not is_excluded and visitor_key in (select visitor_key from dirty_visitors)
