-- One row per period and page, of the pages that have most of what they are sorted by; the path is null for all pages together.
-- Pages with fewer than $fewest people in both periods are left out. Weights are millionths.
-- needs: chosen_visits, credited_touches, visited_pages
-- columns: path?
with
viewed as materialized (
  select session_seq, path, count(*) as views, max(moment) as last_moment
  from visited_pages
  where is_page_view
  group by session_seq, path
),

exits as (
  select session_seq, max_by(path, last_moment) as path from viewed group by session_seq
),

page_visits as materialized (
  select
    chosen_visits.is_current,
    chosen_visits.session_seq,
    chosen_visits.person_key,
    viewed.path,
    viewed.views,
    coalesce(chosen_visits.landing_path, '(none)') = viewed.path and chosen_visits.page_views > 0 as is_entry,
    chosen_visits.is_bounce,
    exits.path = viewed.path as is_exit
  from chosen_visits
  join viewed using (session_seq)
  join exits using (session_seq)
),

-- A visit has one row for each page, so visits of a page are rows; all together they and people are counted apart.
page_sums as (
  select
    path,
    is_current,
    sum(views)::bigint as views,
    count(*) as rows_of_visits,
    count_if(is_entry) as entries,
    count_if(is_exit) as exits,
    count_if(is_entry and is_bounce) as bounces
  from page_visits
  group by grouping sets ((path, is_current), (is_current))
),

distinct_sums as (
  select path, is_current, count(*) as people, null::bigint as visits
  from (select distinct path, is_current, person_key from page_visits)
  group by path, is_current
  union all
  select null, is_current, count(distinct person_key), count(distinct session_seq)
  from page_visits
  group by is_current
),

visit_sums as materialized (
  select
    page_sums.* exclude (rows_of_visits),
    coalesce(distinct_sums.visits, page_sums.rows_of_visits) as visits,
    distinct_sums.people
  from page_sums
  join distinct_sums
    on distinct_sums.path is not distinct from page_sums.path and distinct_sums.is_current = page_sums.is_current
),

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
  join viewed using (session_seq)
  group by viewed.path, credited.is_current
  union all
  select null, is_current, sum(weight)::bigint
  from credited
  where session_seq in (select session_seq from viewed)
  group by is_current
),

keys as (
  select path from visit_sums
  union
  select path from credit_sums
),

figures as (
  select
    keys.path,
    periods.is_current,
    coalesce(visit_sums.views, 0) as views,
    coalesce(visit_sums.visits, 0) as visits,
    coalesce(visit_sums.people, 0) as people,
    coalesce(visit_sums.entries, 0) as entries,
    coalesce(visit_sums.exits, 0) as exits,
    coalesce(visit_sums.bounces, 0) as bounces,
    coalesce(attention.engaged_ms, 0) as engaged_ms,
    coalesce(credit_sums.credited_millionths, 0) as credited_millionths
  from keys
  cross join (select unnest([true, false]) as is_current) as periods
  left join visit_sums on visit_sums.path is not distinct from keys.path and visit_sums.is_current = periods.is_current
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
