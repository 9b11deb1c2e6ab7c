-- name: report_any
-- A row if any day of spend was reported.
-- columns: found integer
select 1 as found from spend_reports
where profile_id = $profile_id
limit 1;

-- name: report_get
-- One row: what was last accepted for a day of an ad account.
select content_hash from spend_reports
where profile_id = $profile_id and platform = $platform and account_id = $account_id and spend_day = $spend_day;

-- name: report_put
-- One row written: the content in force for a day of an ad account, or null while that is being changed.
insert into spend_reports (profile_id, platform, account_id, spend_day, content_hash)
values ($profile_id, $platform, $account_id, $spend_day, $content_hash)
on conflict do update set content_hash = excluded.content_hash;

-- name: report_remove
-- No row any more of a day of an ad account that nothing reports.
delete from spend_reports
where profile_id = $profile_id and platform = $platform and account_id = $account_id and spend_day = $spend_day;
