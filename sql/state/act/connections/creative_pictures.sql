-- name: pictures_list
-- One row per creative of an ad account whose picture is known of.
select creative_id, url, attempts, content_type from creative_pictures
where profile_id = $profile_id and platform = $platform and account_id = $account_id;

-- name: pictures_put
-- One row per entry of the list written: picture, creative, and where the platform shows it now. A copy that was made stays.
insert into creative_pictures (picture_id, profile_id, platform, account_id, creative_id, url)
select json_extract(value, '$[0]'), $profile_id, $platform, $account_id, json_extract(value, '$[1]'), json_extract(value, '$[2]')
from json_each($rows)
where true
on conflict (profile_id, platform, creative_id) do update set url = excluded.url
where content_type is null;

-- name: pictures_open
-- One row per picture of an ad account that is to be copied, in order of attempts.
select picture_id, url, attempts from creative_pictures
where profile_id = $profile_id and platform = $platform and account_id = $account_id and url is not null
order by attempts, picture_id
limit $row_limit;

-- name: picture_copied
-- One picture that was copied.
update creative_pictures
set content_type = $content_type, copied_at = $now, attempts = attempts + 1, url = null
where picture_id = $picture_id;

-- name: picture_failed
-- One picture that could not be copied; after the last attempt it is abandoned.
update creative_pictures
set attempts = attempts + 1, url = if(attempts + 1 < $max_attempts, url, null)
where picture_id = $picture_id;

-- name: picture_get
-- One row: a picture that was copied.
select profile_id, content_type from creative_pictures
where picture_id = $picture_id and content_type is not null;

-- name: pictures_of_creatives
-- One row per creative of the list that has a copied picture.
select platform, creative_id, picture_id from creative_pictures
where profile_id = $profile_id and content_type is not null and creative_id in (select value from json_each($creative_ids));
