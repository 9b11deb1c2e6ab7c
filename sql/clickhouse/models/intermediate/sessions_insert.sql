-- One row per session of a browser that is not automated.
-- needs: page_places, session_sums
insert into sessions
with late_entries as (
  select session_sums.session_seq as session_seq, page_places.origin_id as origin_id, page_places.path as path
  from page_places
  join (select session_seq, entry_seq from session_sums where entry_seq <> session_seq) as session_sums on session_sums.entry_seq = page_places.seq
)
select
  session_sums.session_seq,
  session_sums.visitor_key,
  coalesce(visitor_people.person_key, -session_sums.visitor_key),
  session_sums.started_at,
  session_sums.ended_at,
  toDate32(session_sums.started_at + toIntervalSecond(shifts.shift_seconds)),
  coalesce(late_entries.origin_id, opening.origin_id),
  session_sums.page_views,
  session_sums.events,
  session_sums.engaged_ms,
  session_sums.page_views = 1 and session_sums.engaged_ms < 10000,
  if(session_sums.entry_seq = session_sums.session_seq, opening.path, late_entries.path),
  opening.device,
  opening.browser,
  opening.os,
  opening.country
from page_places as opening
join (select *, 1 as one from session_sums) as session_sums on session_sums.session_seq = opening.seq
asof join (select 1 as one, from_at, shift_seconds from zone_shifts) as shifts
  on shifts.one = session_sums.one and session_sums.started_at >= shifts.from_at
left join late_entries on late_entries.session_seq = session_sums.session_seq
left join visitor_people on visitor_people.visitor_key = session_sums.visitor_key;
