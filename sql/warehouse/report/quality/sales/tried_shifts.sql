-- One row per sale of the period that no visit of its person precedes, and number of minutes by which its time would have to be moved so that one does:
-- half hours up to fourteen hours either way. At most the 2,000 latest sales of each type of outcome are tried.
-- needs: counted_sales
-- makes: tried_shifts
create temp table tried_shifts as
with
tried as (
  select conversion_no, event_type, person_key, converted_at
  from counted_sales
  where is_current
  qualify row_number() over (partition by event_type order by converted_at desc, conversion_no) <= 2000
),

visits as (
  select
    tried.conversion_no,
    tried.event_type,
    date_diff('second', tried.converted_at, sessions.started_at) / 60.0 - 5 as from_minutes,
    date_diff('second', tried.converted_at, sessions.ended_at) / 60.0 + 30 as to_minutes
  from tried
  join sessions on sessions.person_key = tried.person_key
  where
    sessions.session_day between $date_from::date - 1 and $date_to::date
    and sessions.started_at between tried.converted_at - interval 15 hour and tried.converted_at + interval 15 hour
)

select distinct visits.conversion_no, visits.event_type, grid.minutes
from visits
join (select unnest(range(-28, 29)) * 30 as minutes) as grid
  on grid.minutes between visits.from_minutes and visits.to_minutes
where grid.minutes <> 0 and visits.conversion_no not in (select conversion_no from visits where 0 between from_minutes and to_minutes)
