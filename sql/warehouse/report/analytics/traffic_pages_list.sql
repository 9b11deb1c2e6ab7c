-- One row per period and page, of the pages that have most of what they are sorted by; the path is null for all pages together.
-- Pages with fewer than $fewest people in both periods are left out. Weights are millionths.
-- needs: chosen_visits, credited_touches, page_visits, viewed_pages, visited_pages
-- columns: path?
with
attention as (
  select visited_pages.path, chosen_visits.is_current, sum(visited_pages.engaged_ms)::bigint as engaged_ms
  from visited_pages
  join chosen_visits using (session_seq)
  where visited_pages.engaged_ms > 0
  group by grouping sets ((visited_pages.path, chosen_visits.is_current), (chosen_visits.is_current))
),

credited as (
  select is_current, session_seq, sum(weight)::bigint as weight
  from credited_touches
  where session_seq is not null
  group by is_current, session_seq
),

credit_sums as (
  select viewed.path, credited.is_current, sum(credited.weight)::bigint as credited_millionths
  from credited
  join viewed_pages as viewed using (session_seq)
  group by viewed.path, credited.is_current
  union all
  select null, is_current, sum(weight)::bigint
  from credited
  where session_seq in (select session_seq from viewed_pages)
  group by is_current
),

keys as (
  select path from page_visits
  union
  select path from credit_sums
),

figures as (
  select
    keys.path,
    periods.is_current,
    coalesce(page_visits.views, 0) as views,
    coalesce(page_visits.visits, 0) as visits,
    coalesce(page_visits.people, 0) as people,
    coalesce(page_visits.entries, 0) as entries,
    coalesce(page_visits.exits, 0) as exits,
    coalesce(page_visits.bounces, 0) as bounces,
    coalesce(attention.engaged_ms, 0) as engaged_ms,
    coalesce(credit_sums.credited_millionths, 0) as credited_millionths
  from keys
  cross join (select unnest([true, false]) as is_current) as periods
  left join page_visits on page_visits.path is not distinct from keys.path and page_visits.is_current = periods.is_current
  left join attention on attention.path is not distinct from keys.path and attention.is_current = periods.is_current
  left join credit_sums on credit_sums.path is not distinct from keys.path and credit_sums.is_current = periods.is_current
),

sized as (
  select
    path,
    is_current,
    people,
    views,
    case $sort
      when 'visits' then visits
      when 'people' then people
      when 'entries' then entries
      when 'exits' then exits
      when 'conversions' then credited_millionths
      else views
    end as size
  from figures
  where path is not null
),

places as (
  select
    path,
    row_number() over (
      order by
        coalesce(sum(size) filter (where is_current), 0) desc,
        coalesce(sum(views) filter (where is_current), 0) desc,
        sum(size) desc,
        path
    ) as place
  from sized
  group by path
  having max(people) >= $fewest::bigint
),

shown as (
  select path, place from places where place <= $limit::bigint
  union all
  select null, 0
)

select
  shown.place,
  shown.path,
  periods.is_current,
  coalesce(figures.views, 0) as views,
  coalesce(figures.visits, 0) as visits,
  coalesce(figures.people, 0) as people,
  coalesce(figures.entries, 0) as entries,
  coalesce(figures.exits, 0) as exits,
  coalesce(figures.bounces, 0) as bounces,
  coalesce(figures.engaged_ms, 0) as engaged_ms,
  coalesce(figures.credited_millionths, 0) as credited_millionths,
  (select count(*) from places) as pages
from shown
cross join (select unnest([true, false]) as is_current) as periods
left join figures on figures.path is not distinct from shown.path and figures.is_current = periods.is_current
order by shown.place, periods.is_current desc
