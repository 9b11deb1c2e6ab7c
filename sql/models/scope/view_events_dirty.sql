-- One row per ad seen on a dirty browser.
-- needs: browser_events
-- makes: view_events (dirty)
create temp view view_events as
select seq, visitor_key, occurred_at, origin_id, click_hash, device, country from browser_events where is_view
