-- name: quality_day_mark_add
-- One row at most: the figures of a day; the first ones stay.
insert into quality_day_marks (profile_id, day, taken_at, goal, currency, spend, cash)
values ($profile_id, $day, $taken_at, $goal, $currency, $spend, $cash)
on conflict (profile_id, day) do nothing;

-- name: quality_day_mark_get
-- One row at most: whether a day has its figures.
select taken_at from quality_day_marks where profile_id = $profile_id and day = $day;

-- name: quality_day_marks_list
-- One row per day of a range, of a goal and in a currency.
select day, taken_at, spend, cash
from quality_day_marks
where profile_id = $profile_id and goal = $goal and currency = $currency and day between $date_from and $date_to
order by day;

-- name: quality_day_marks_forget
-- Days of long ago, which no page shows any more.
delete from quality_day_marks where profile_id = $profile_id and day < $before;
