-- name: outside_day_add
-- The cells of one day, or of several days with few people. What has left once stays as it left.
insert into outside_days (profile_id, kind, first_day, last_day, days, basis, cells, created_at)
values ($profile_id, $kind, $first_day, $last_day, $days, $basis, $cells, $now);

-- name: outside_days_list
-- One row per published day of a profile, or group of days, that is wholly between two days; in order.
select kind, days, basis, cells
from outside_days
where profile_id = $profile_id and first_day >= $date_from and last_day <= $date_to
order by kind, last_day;
