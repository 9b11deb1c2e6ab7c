-- name: short_link_click
-- One more click.
insert into short_link_days (profile_id, link_id, day, times)
values ($profile_id, $link_id, $day, 1)
on conflict (link_id, day) do update set times = times + 1;

-- name: short_link_clicks
-- One row per link with clicks: all of them, and those since a day.
-- columns: clicks integer, clicks_recent integer
select
  link_id,
  sum(times) as clicks,
  sum(iif(day >= $from, times, 0)) as clicks_recent
from short_link_days
where profile_id = $profile_id
group by link_id;
