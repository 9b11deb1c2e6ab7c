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

-- name: report_places
-- One row per ad account with reported days, as its platform was named when they came.
select distinct platform, account_id from spend_reports
where profile_id = $profile_id;

-- name: report_rename
-- The days of an ad account under another name of its platform; a day that has that name already stays.
update or ignore spend_reports set platform = $to_platform, account_id = $to_account_id
where profile_id = $profile_id and platform = $platform and account_id = $account_id;

-- name: report_forget
-- No row any more of an ad account under a name.
delete from spend_reports
where profile_id = $profile_id and platform = $platform and account_id = $account_id;

-- name: report_awaited
-- One row per ad account that reported a day of late, but neither a day nor a later one.
-- columns: last_day text
select platform, account_id, max(spend_day) as last_day from spend_reports
where profile_id = $profile_id and content_hash is not null
group by platform, account_id
having max(spend_day) >= $since and max(spend_day) < $day
order by platform, account_id;
