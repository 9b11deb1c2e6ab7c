-- One row per event on a page.
-- makes: page_events (full)
create temp view page_events as
select visitor_key, occurred_at, seq, is_page_view, origin_id, engaged_ms, path, left_domain
from events
where has_page and not is_excluded and visitor_key is not null and seq not in (select seq from withdrawn_facts)
