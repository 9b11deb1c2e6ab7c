-- One row per host: page views of the last two days, and those that the same browser sends again for the same page within a second, under another
-- id. A tag that is installed twice does so with each view. Of a large site one browser of several is read.
with
views as (
  select visitor_key, occurred_at, host, url
  from events
  where
    is_page_view and not is_excluded and visitor_key is not null
    and occurred_at > $now::timestamp - interval 2 day and occurred_at <= $now::timestamp
),

chosen as (
  select * from views where visitor_key % (select greatest(1, count(*) // 100000) from views) = 0
),

compared as (
  select
    host,
    coalesce(
      lag(occurred_at) over of_browser >= occurred_at - interval 1 second and lag(url) over of_browser is not distinct from url, false
    ) as is_repeated
  from chosen
  window of_browser as (partition by visitor_key order by occurred_at, url)
)

select coalesce(host, '(none)') as host, count(*)::integer as views, count_if(is_repeated)::integer as repeated
from compared
group by host
order by repeated desc, host
limit 20
