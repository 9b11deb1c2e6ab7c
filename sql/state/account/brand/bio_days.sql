-- name: day_count
-- One more view of a page, or click on one of its links.
insert into bio_days (profile_id, day, link_id, times)
values ($profile_id, $day, $link_id, 1)
on conflict (profile_id, day, link_id) do update set times = times + 1;

-- name: days_sum
-- One row per link of a page, and one for the page itself: how often in these days.
-- columns: times integer
select link_id, sum(times) as times
from bio_days
where profile_id = $profile_id and day between $from and $to
group by link_id;
