-- One row per session of a browser that is not automated.
insert into sessions
with grouped as (
  select
    session_seq,
    any_value(visitor_key) as visitor_key,
    min(occurred_at) as started_at,
    max(occurred_at) as ended_at,
    count(*) as events,
    count(*) filter (is_page_view) as page_views,
    coalesce(sum(engaged_seconds::decimal(18, 3)), 0) as engaged_seconds
  from sessionized
  where visitor_key not in (select visitor_key from automated_visitors)
  group by session_seq
),
entries as (
  select session_seq, seq as entry_seq, origin_id from views where view_no = 1
),
zone as (
  select coalesce(max(value), 'UTC') as name from settings where name = 'timezone'
),
quarters as (
  -- Asking the zone costs 7 µs a row; offsets change on quarter hours only, so each quarter is asked once.
  select quarter, timezone(zone.name, timezone('UTC', quarter)) - quarter as shift
  from (select distinct time_bucket(interval 15 minutes, started_at) as quarter from grouped)
  cross join zone
)
select
  grouped.session_seq,
  grouped.visitor_key,
  coalesce(visitor_people.person_key, -grouped.visitor_key),
  grouped.started_at,
  grouped.ended_at,
  (grouped.started_at + quarters.shift)::date,
  coalesce(entries.origin_id, opening.origin_id),
  grouped.page_views,
  grouped.events,
  grouped.engaged_seconds::double,
  grouped.page_views = 1 and grouped.engaged_seconds < 10,
  landing.path,
  opening.device,
  opening.browser,
  opening.os,
  opening.country
from grouped
join quarters on quarters.quarter = time_bucket(interval 15 minutes, grouped.started_at)
join page_places as opening on opening.seq = grouped.session_seq
left join entries on entries.session_seq = grouped.session_seq
left join page_places as landing on landing.seq = entries.entry_seq
left join visitor_people on visitor_people.visitor_key = grouped.visitor_key
