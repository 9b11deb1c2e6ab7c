-- One row per platform and account that has an id of an ad, or of an ad set, in its spend or in a visit, with the key of that ad in reports: the
-- id, or, where several accounts have it, the id with platform and account; and with the name that spend has for it last. Empty unless the
-- report asks for keys of ads or of ad sets.
-- makes: ad_keys
create temp table ad_keys as
with
mentions as (
  select
    platform, account_id, spend_day, if($keys_of = 'ad', ad_id, adset_id) as id, if($keys_of = 'ad', ad_name, adset_name) as name
  from spend_rows
  where $keys_of::varchar is not null
  union all
  select platform, account_id, null, if($keys_of = 'ad', ad_id, adset_id), null
  from origins
  where $keys_of::varchar is not null and platform is not null
),

ad_places as (
  select platform, account_id, id, max_by(name, (spend_day, name)) filter (where name is not null) as name
  from mentions
  where id is not null
  group by platform, account_id, id
),

shared_ids as (
  select id
  from ad_places
  group by id
  having count(distinct platform) > 1 or count(distinct account_id) > 1
)

select
  ad_places.*,
  if(shared_ids.id is null, ad_places.id, concat_ws(':', ad_places.platform, coalesce(ad_places.account_id, ''), ad_places.id)) as key
from ad_places
left join shared_ids using (id)
