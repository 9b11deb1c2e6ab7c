-- name: contents_put
-- One row per entry of the list written: creative, its texts, its button, and where the platform shows its video now. A video that was read, or given up, stays so.
insert into creative_contents (profile_id, platform, account_id, creative_id, texts, button, video_url)
select
  $profile_id, $platform, $account_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
  json_extract(value, '$[3]')
from json_each($rows)
where true
on conflict (profile_id, platform, creative_id) do update
set
  account_id = excluded.account_id, texts = excluded.texts, button = excluded.button,
  video_url = if(creative_contents.video is null and creative_contents.video_attempts < $max_attempts, excluded.video_url, null);

-- name: videos_open
-- One row per video of an ad account that is to be read, in order of attempts.
select creative_id, video_url from creative_contents
where profile_id = $profile_id and platform = $platform and account_id = $account_id and video_url is not null
order by video_attempts, creative_id
limit $row_limit;

-- name: video_measured
-- One video whose length and sides were read.
update creative_contents
set video = $video, video_url = null
where profile_id = $profile_id and platform = $platform and creative_id = $creative_id;

-- name: video_failed
-- One video that could not be read; after the last attempt it is given up, until then it waits for the next reading of its account.
update creative_contents
set video_attempts = min(video_attempts + 1, $max_attempts), video_url = null
where profile_id = $profile_id and platform = $platform and creative_id = $creative_id;

-- name: contents_list
-- One row per creative of a profile of which something is known.
select platform, creative_id, texts, button, video, video_attempts from creative_contents
where profile_id = $profile_id;
