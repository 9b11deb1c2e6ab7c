-- One row per event of a dirty browser on a page, or of an ad it saw, with where and on what it happened: all events are read once.
-- needs: dirty_visitors
-- makes: browser_events
create temp table browser_events as
select
  visitor_key, occurred_at, seq, is_page_view, origin_id, click_hash, engaged_ms, path, left_domain, device, browser, os, country,
  has_page, event_type = 'ad_view' as is_view
from events
where
  (has_page or event_type = 'ad_view') and not is_excluded
  and visitor_key in (select visitor_key from dirty_visitors)
  and seq not in (select seq from withdrawn_facts)
