-- name: objects_list
-- One row per object of an ad account, removed ones too, with the hash of what was last accepted of it, empty while that is being changed.
-- columns: content_hash text
select object_type, object_id, lower(hex(content_hash)) as content_hash, is_removed, known, campaign_id, adset_id
from catalogue_objects
where profile_id = $profile_id and platform = $platform and account_id = $account_id;

-- name: objects_put
-- One row per entry of the list written: type, id, the hash in force or null while that is being changed, whether it was removed, what it is in,
-- and what a later reading is compared with, null to keep it.
insert into catalogue_objects (
  profile_id, platform, account_id, object_type, object_id, content_hash, is_removed, campaign_id, adset_id, known
)
select
  $profile_id, $platform, $account_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'), unhex(json_extract(value, '$[2]')),
  json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), json_extract(value, '$[6]')
from json_each($rows)
where true
on conflict do update set
  content_hash = excluded.content_hash, is_removed = excluded.is_removed, campaign_id = coalesce(excluded.campaign_id, campaign_id),
  adset_id = coalesce(excluded.adset_id, adset_id), known = coalesce(excluded.known, known);

-- name: object_places
-- One row per account of a profile that has an ad set or ad of this id, without accounts that have removed it.
select platform, account_id, campaign_id, adset_id
from catalogue_objects
where profile_id = $profile_id and object_type = $object_type and object_id = $object_id and is_removed = 0
order by platform, account_id;

-- name: object_parents
-- One row per object of this type and id, removed ones too, with what it is in.
select platform, account_id, campaign_id, adset_id
from catalogue_objects
where profile_id = $profile_id and object_type = $object_type and object_id = $object_id
order by platform, account_id;
