-- One row per browser whose sessions and touches are computed anew.
-- needs: changed_visitors, new_events
-- makes: dirty_visitors
create temp table dirty_visitors as
select visitor_key from changed_visitors
union
select visitor_key from new_events where (has_page or event_type = 'ad_view') and visitor_key is not null
