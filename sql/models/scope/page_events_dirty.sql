-- One row per event on a page of a dirty browser.
-- needs: browser_events
-- makes: page_events (dirty)
create temp view page_events as
select visitor_key, occurred_at, seq, is_page_view, origin_id, engaged_ms, path, left_domain from browser_events where has_page
