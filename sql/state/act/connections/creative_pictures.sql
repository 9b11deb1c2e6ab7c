-- name: pictures_list
-- One row per creative of an ad account whose picture is known of.
select creative_id, url, attempts, content_type, lost_at from creative_pictures
where profile_id = $profile_id and platform = $platform and account_id = $account_id;

-- name: pictures_put
-- One row per entry of the list written: picture, creative, and where the platform shows it now. A copy that is there stays.
insert into creative_pictures (picture_id, profile_id, platform, account_id, creative_id, url)
select json_extract(value, '$[0]'), $profile_id, $platform, $account_id, json_extract(value, '$[1]'), json_extract(value, '$[2]')
from json_each($rows)
where true
on conflict (profile_id, platform, creative_id) do update set url = excluded.url
where content_type is null or lost_at is not null;

-- name: pictures_open
-- One row per picture of an ad account that is to be copied, in order of attempts.
select picture_id, url, attempts from creative_pictures
where profile_id = $profile_id and platform = $platform and account_id = $account_id and url is not null
order by attempts, picture_id
limit $row_limit;

-- name: picture_copied
-- One picture that was copied.
update creative_pictures
set content_type = $content_type, copied_at = $now, sha256 = $sha256, lost_at = null, attempts = attempts + 1, url = null
where picture_id = $picture_id;

-- name: picture_failed
-- One picture that could not be copied; after the last attempt it is abandoned.
update creative_pictures
set attempts = attempts + 1, url = if(attempts + 1 < $max_attempts, url, null)
where picture_id = $picture_id;

-- name: picture_get
-- One row: a picture that was copied.
select profile_id, content_type, sha256 from creative_pictures
where picture_id = $picture_id and content_type is not null and lost_at is null;

-- name: pictures_of_creatives
-- One row per creative of the list that has a copied picture.
select platform, creative_id, picture_id from creative_pictures
where profile_id = $profile_id
  and content_type is not null
  and lost_at is null
  and creative_id in (select value from json_each($creative_ids));

-- name: picture_profiles
-- One row per profile with a picture that was copied.
select distinct profile_id from creative_pictures where content_type is not null;

-- name: pictures_copied
-- Rows: pictures of a profile that were copied, from an id on.
select picture_id, sha256, lost_at
from creative_pictures
where profile_id = $profile_id
  and content_type is not null
  and picture_id > $after
order by picture_id
limit $limit;

-- name: picture_lost_set
-- A copy that is missing or damaged, or is right again. It may be copied as if it never was.
update creative_pictures
set lost_at = $lost_at, attempts = 0
where picture_id = $picture_id;

-- name: pictures_lost_count
-- One row per profile: how many copies are missing or damaged.
-- columns: lost integer
select profile_id, count(*) as lost
from creative_pictures
where lost_at is not null
group by profile_id
order by profile_id;

-- name: pictures_lost_forget
-- Copies that are missing or damaged count as never made.
update creative_pictures
set content_type = null, sha256 = null, lost_at = null, attempts = 0
where lost_at is not null;

-- name: pictures_of_creative
-- One row per platform: the copy of a creative's picture, also one that was lost.
select platform, picture_id, sha256, lost_at from creative_pictures
where profile_id = $profile_id and creative_id = $creative_id and content_type is not null;
