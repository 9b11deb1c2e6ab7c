-- name: analyses_queue
-- One row per entry of the list written: ads that are to be analysed, again where they were.
insert into creative_analyses (profile_id, platform, account_id, ad_id, queued_at)
select
  $profile_id, json_extract(value, '$.platform'), json_extract(value, '$.account_id'), json_extract(value, '$.ad_id'), $now
from json_each($rows)
where true
on conflict (profile_id, platform, account_id, ad_id) do update set queued_at = excluded.queued_at;

-- name: analysis_next
-- One row: the ad that waits the longest.
select platform, account_id, ad_id, queued_at from creative_analyses
where profile_id = $profile_id and queued_at is not null
order by queued_at, platform, account_id, ad_id
limit 1;

-- name: analysis_done
-- One row at most: an ad that was analysed and was not requested again meanwhile.
update creative_analyses
set found = $found, analysed_at = $now, queued_at = iif(queued_at = $queued_at, null, queued_at)
where profile_id = $profile_id and platform = $platform and account_id = $account_id and ad_id = $ad_id;

-- name: analysis_lost
-- One row at most: an ad that is in no catalogue any more.
update creative_analyses
set queued_at = null
where profile_id = $profile_id and platform = $platform and account_id = $account_id and ad_id = $ad_id;

-- name: analysis_get
-- One row at most.
select queued_at, analysed_at, found from creative_analyses
where profile_id = $profile_id and platform = $platform and account_id = $account_id and ad_id = $ad_id;

-- name: analyses_list
-- One row per ad of a profile that was analysed or is to be.
select platform, account_id, ad_id, queued_at, analysed_at, found from creative_analyses
where profile_id = $profile_id;

-- name: tags_stamp
-- One row: changes whenever a tag of one of these profiles does.
-- columns: analyses integer, analysed integer, labels integer, labelled integer
select
  (select count(*) from creative_analyses where profile_id in (select value from json_each($profile_ids)) and found is not null) as analyses,
  (select total(analysed_at) from creative_analyses where profile_id in (select value from json_each($profile_ids))) as analysed,
  (select count(*) from creative_labels where profile_id in (select value from json_each($profile_ids))) as labels,
  (select total(labelled_at) from creative_labels where profile_id in (select value from json_each($profile_ids))) as labelled;
