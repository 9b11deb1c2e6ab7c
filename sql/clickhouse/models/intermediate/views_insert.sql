-- One row per ad seen on a browser that is not automated.
-- needs: view_events
insert into touches
select
  view_events.seq, false, null, view_events.visitor_key, coalesce(visitor_people.person_key, -view_events.visitor_key), view_events.occurred_at,
  view_events.origin_id, view_events.click_hash, null, view_events.device, view_events.country, true
from view_events
left join visitor_people on visitor_people.visitor_key = view_events.visitor_key
where view_events.visitor_key not in (select visitor_key from automated_visitors);
