-- One row per browser with an event from an origin that is classified otherwise now.
-- needs: changed_origins
-- fills: dirty_visitors (dirty)
insert into dirty_visitors
select visitor_key from events
where (has_page or event_type = 'ad_view') and visitor_key is not null and origin_id in (select origin_id from changed_origins)
except
select visitor_key from dirty_visitors
