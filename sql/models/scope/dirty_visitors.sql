-- One row per browser whose sessions and touches are computed anew.
create temp table dirty_visitors as
select visitor_key from changed_visitors
union
select body.visitor_key from parsed_events where (body.has_page or event_type = 'ad_view') and body.visitor_key is not null
