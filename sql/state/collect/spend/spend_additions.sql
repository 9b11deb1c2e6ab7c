-- name: spend_additions_of_day
-- One row per ad account: what a day came to when a file's spend was added to it, by the name that its platform had then.
select platform, account_id, content_hash from spend_additions
where profile_id = $profile_id and content = $content and spend_day = $spend_day;

-- name: spend_addition_put
-- One row written: what a day will come to when a file's spend is added to it.
insert into spend_additions (profile_id, content, platform, account_id, spend_day, content_hash)
values ($profile_id, $content, $platform, $account_id, $spend_day, $content_hash)
on conflict do update set content_hash = excluded.content_hash;
