-- One row per ad seen.
-- makes: view_events (full)
create temp view view_events as
select seq, visitor_key, occurred_at, origin_id, click_hash, device, country
from events
where event_type = 'ad_view' and not is_excluded and visitor_key is not null and seq not in (select seq from withdrawn_facts)
