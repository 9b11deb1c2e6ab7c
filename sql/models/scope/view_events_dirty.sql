-- One row per ad seen on a dirty browser.
create temp view view_events as
select seq, visitor_key, occurred_at, origin_id, click_hash, device, country
from events
where event_type = 'ad_view' and not is_excluded and visitor_key in (select visitor_key from dirty_visitors)
