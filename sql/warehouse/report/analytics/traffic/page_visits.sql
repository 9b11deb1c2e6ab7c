-- One row per period and page, and one per period for all pages together (path is null): views of pages, and visits and people with them.
-- needs: chosen_visits, viewed_pages
-- makes: page_visits
create temp table page_visits as
with
exits as (
  select session_seq, max_by(path, last_moment) as path from viewed_pages group by session_seq
),

seen_pages as materialized (
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
  join viewed_pages as viewed using (session_seq)
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
  from seen_pages
  group by grouping sets ((path, is_current), (is_current))
),

distinct_sums as (
  select path, is_current, count(*) as people, null::bigint as visits
  from (select distinct path, is_current, person_key from seen_pages)
  group by path, is_current
  union all
  select null, is_current, count(distinct person_key), count(distinct session_seq)
  from seen_pages
  group by is_current
)

select
  page_sums.* exclude (rows_of_visits),
  coalesce(distinct_sums.visits, page_sums.rows_of_visits) as visits,
  distinct_sums.people
from page_sums
join distinct_sums
  on distinct_sums.path is not distinct from page_sums.path and distinct_sums.is_current = page_sums.is_current
