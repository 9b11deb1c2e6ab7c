-- name: file_import_day_put
-- One row: a day of spend that an import is about to write.
insert into file_import_days (profile_id, import_id, platform, account_id, spend_day, effect, before, after)
values ($profile_id, $import_id, $platform, $account_id, $spend_day, $effect, $before, $after)
on conflict do nothing;

-- name: file_import_days_list
-- One row per day of spend of an import.
select effect, before, after from file_import_days
where profile_id = $profile_id and import_id = $import_id
order by platform, account_id, spend_day;
