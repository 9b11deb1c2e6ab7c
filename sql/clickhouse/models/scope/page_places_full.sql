-- One row per event: where and on what it happened.
-- makes: page_places (full)
create view page_places as select seq, origin_id, click_hash, path, device, browser, os, country from events;
