-- One row per period and sequence of pages in visits, of the most frequent ones; the pages are null for all visits together.
-- A page that is viewed again at once is one step. Sequences of fewer than $fewest people in both periods are left out. Weights are millionths.
-- needs: chosen_visits, credited_touches, visited_pages
-- columns: pages?
with
views as (
  select session_seq, path, moment, lag(path) over visit as path_before
  from visited_pages
  where is_page_view
  window visit as (partition by session_seq order by moment)
),

steps as (
  select session_seq, list(path order by moment) as pages
  from views
  where path_before is distinct from path
  group by session_seq
),

-- From the first view of the page that is asked for, if one is.
begun as (
  select session_seq, pages[list_position(pages, coalesce($from_page::varchar, pages[1])):] as pages
  from steps
  where $from_page::varchar is null or list_contains(pages, $from_page::varchar)
),

walked as materialized (
  select session_seq, pages[:$steps::bigint] as pages, len(pages) > $steps::bigint as goes_on from begun
),

visits as (
  select
    walked.pages,
    chosen_visits.is_current,
    count(*) as visits,
    count(distinct chosen_visits.person_key) as people,
    count_if(walked.goes_on) as longer_visits
  from walked
  join chosen_visits using (session_seq)
  group by grouping sets ((walked.pages, chosen_visits.is_current), (chosen_visits.is_current))
),

credited as (
  select walked.pages, credited_touches.is_current, sum(credited_touches.weight)::bigint as credited_millionths
  from credited_touches
  join walked using (session_seq)
  group by grouping sets ((walked.pages, credited_touches.is_current), (credited_touches.is_current))
),

-- A sequence that only earlier visits have, to which conversions are credited, is none of these periods.
places as (
  select
    pages,
    row_number() over (
      order by coalesce(sum(visits) filter (where is_current), 0) desc, sum(visits) desc, pages
    ) as place
  from visits
  where pages is not null
  group by pages
  having max(people) >= $fewest::bigint
),

shown as (
  select pages, place from places where place <= $limit::bigint
  union all
  select null, 0
)

select
  shown.place,
  shown.pages,
  periods.is_current,
  coalesce(visits.visits, 0) as visits,
  coalesce(visits.people, 0) as people,
  coalesce(visits.longer_visits, 0) as longer_visits,
  coalesce(credited.credited_millionths, 0) as credited_millionths,
  (select count(*) from places) as journeys
from shown
cross join (select unnest([true, false]) as is_current) as periods
left join visits on visits.pages is not distinct from shown.pages and visits.is_current = periods.is_current
left join credited on credited.pages is not distinct from shown.pages and credited.is_current = periods.is_current
order by shown.place, periods.is_current desc
