-- name: ad_change_put
-- A change; one that is known keeps what it has and gets what it lacks.
insert into ad_changes (
  profile_id, change_id, platform, account_id, object_type, object_id, object_name, field, before, after, word, actor, via, source,
  may_be_own, changed_at, changed_after
)
values (
  $profile_id, $change_id, $platform, $account_id, $object_type, $object_id, $object_name, $field, $before, $after, $word, $actor, $via,
  $source, $may_be_own, $changed_at, $changed_after
)
on conflict do update set
  object_name = coalesce(object_name, excluded.object_name), before = coalesce(before, excluded.before);

-- name: ad_changes_list
-- One row per change of a time, the latest first: of all objects, or of those listed as type and id.
-- params: objects text?, platform text?, account_id text?, field text?
select *
from ad_changes
where profile_id = $profile_id
  and changed_at >= $from_at
  and changed_at < $to_at
  and (changed_at < $before_at or (changed_at = $before_at and change_id < $before_id))
  and ($platform is null or platform = $platform)
  and ($account_id is null or account_id = $account_id)
  and ($field is null or field = $field)
  and (
    $objects is null
    or exists (
      select 1 from json_each($objects)
      where json_extract(value, '$[0]') = object_type and json_extract(value, '$[1]') = object_id
    )
  )
order by changed_at desc, change_id desc
limit $limit;

-- name: ad_changes_forget
-- Changes of long ago.
delete from ad_changes where profile_id = $profile_id and changed_at < $before;
