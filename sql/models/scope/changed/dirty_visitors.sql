-- One row per browser whose sessions and touches are computed anew.
-- needs: changed_visitors, parsed_events
-- makes: dirty_visitors
create temp table dirty_visitors as
select visitor_key from changed_visitors
union
select body.visitor_key from parsed_events where (body.has_page or event_type = 'ad_view') and body.visitor_key is not null
