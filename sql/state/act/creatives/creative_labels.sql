-- name: label_put
-- One row: what a person says of an ad.
insert into creative_labels (profile_id, platform, account_id, ad_id, dimension, level, labelled_by, labelled_at)
values ($profile_id, $platform, $account_id, $ad_id, $dimension, $level, $labelled_by, $now)
on conflict (profile_id, platform, account_id, ad_id, dimension) do update
set level = excluded.level, labelled_by = excluded.labelled_by, labelled_at = excluded.labelled_at;

-- name: label_remove
-- One row at most.
delete from creative_labels
where profile_id = $profile_id and platform = $platform and account_id = $account_id and ad_id = $ad_id and dimension = $dimension;

-- name: labels_list
-- One row per tag that a person gave an ad of the profile.
select platform, account_id, ad_id, dimension, level from creative_labels
where profile_id = $profile_id;
