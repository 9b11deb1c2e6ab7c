-- One row per session of a browser that is not automated.
-- needs: page_places, session_sums
insert into sessions
with late_entries as (
  -- Most sessions open with their first page view.
  select session_sums.session_seq, page_places.origin_id, page_places.path
  from session_sums
  join page_places on page_places.seq = session_sums.entry_seq
  where session_sums.entry_seq <> session_sums.session_seq
)
select
  session_sums.session_seq,
  session_sums.visitor_key,
  coalesce(visitor_people.person_key, -session_sums.visitor_key),
  session_sums.started_at,
  session_sums.ended_at,
  (session_sums.started_at + to_seconds(zone_shifts.shift_seconds))::date,
  coalesce(late_entries.origin_id, opening.origin_id),
  session_sums.page_views,
  session_sums.events,
  session_sums.engaged_ms,
  session_sums.page_views = 1 and session_sums.engaged_ms < 10000,
  case when session_sums.entry_seq = session_sums.session_seq then opening.path else late_entries.path end,
  opening.device,
  opening.browser,
  opening.os,
  opening.country
from session_sums
asof join zone_shifts on session_sums.started_at >= zone_shifts.from_at
join page_places as opening on opening.seq = session_sums.session_seq
left join late_entries on late_entries.session_seq = session_sums.session_seq
left join visitor_people on visitor_people.visitor_key = session_sums.visitor_key
