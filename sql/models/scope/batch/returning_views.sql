-- One row per page view of a dirty browser by an origin of a kind from which browsers come back: of most browsers there is none.
-- needs: browser_events
-- makes: returning_views
create temp view returning_views as
select seq from browser_events where has_page and is_page_view and origin_id in (select origin_id from origins where may_return)
