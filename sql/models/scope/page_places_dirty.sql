-- One row per event on a page of a dirty browser: where and on what it happened.
-- needs: browser_events
-- makes: page_places (dirty)
create temp view page_places as
select seq, origin_id, click_hash, path, device, browser, os, country from browser_events
