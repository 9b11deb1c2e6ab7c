-- One row per browser whose sessions and touches are computed anew.
create temp table dirty_visitors as
select visitor_key from changed_visitors
union
select body.visitor_key from parsed_events where (body.has_page or event_type = 'ad_view') and body.visitor_key is not null
union
select visitor_key from events
where (has_page or event_type = 'ad_view') and visitor_key is not null and origin_id in (select origin_id from changed_origins)
