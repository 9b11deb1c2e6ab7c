-- name: elsewhere_day_get
-- One row: what a tool said of a day.
select counts from elsewhere_days where profile_id = $profile_id and source = $source and day = $day;

-- name: elsewhere_day_put
-- One row: what a tool says of a day, instead of what it said before.
insert into elsewhere_days (profile_id, source, day, import_id, counts)
values ($profile_id, $source, $day, $import_id, $counts)
on conflict (profile_id, source, day) do update set import_id = excluded.import_id, counts = excluded.counts;

-- name: elsewhere_days_list
-- One row per tool and day.
select source, day, counts from elsewhere_days where profile_id = $profile_id order by source, day;

-- name: elsewhere_days_undo
-- One row per day that this import said last.
delete from elsewhere_days where profile_id = $profile_id and import_id = $import_id;
