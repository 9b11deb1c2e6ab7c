-- One row per platform and account that has an id of an ad, or of an ad set, in its spend or in a visit, with the key of that ad in reports: the
-- id, or, where several accounts have it, the id with platform and account; and with the name that spend has for it last. Empty unless the
-- report asks for keys of ads or of ad sets.
-- makes: ad_keys
create temporary table ad_keys as
with
mentions as (
  select
    cast(platform, 'Nullable(String)') as platform, cast(account_id, 'Nullable(String)') as account_id,
    cast(spend_day, 'Nullable(Date32)') as spend_day, if({keys_of:Nullable(String)} = 'ad', ad_id, adset_id) as id,
    if({keys_of:Nullable(String)} = 'ad', ad_name, adset_name) as name
  from spend_rows
  where {keys_of:Nullable(String)} is not null
  union all
  select platform, account_id, null, if({keys_of:Nullable(String)} = 'ad', ad_id, adset_id), null
  from origins
  where {keys_of:Nullable(String)} is not null and platform is not null
),

ad_places as (
  select platform, account_id, id, argMaxOrNullIf(name, (spend_day, name), name is not null) as name
  from mentions
  where id is not null
  group by platform, account_id, id
),

shared_ids as (
  select id
  from ad_places
  group by id
  having uniqExact(platform) > 1 or uniqExact(account_id) > 1
)

select
  platform, account_id, id, name,
  cast(if(
    id in (select id from shared_ids), concatWithSeparator(':', assumeNotNull(platform), coalesce(account_id, ''), assumeNotNull(id)), id
  ), 'Nullable(String)') as key
from ad_places;
