-- One row per platform and account that has an id of an ad in its spend or in a visit, with the key of that ad in reports: the id, or, where
-- several accounts have it, the id with platform and account. Empty unless the report asks for ads.
-- makes: ad_keys
create temporary table ad_keys as
with
ad_places as (
  select cast(platform, 'Nullable(String)') as platform, cast(account_id, 'Nullable(String)') as account_id, ad_id
  from spend
  where {asks_ads:Bool} and ad_id is not null
  union distinct
  select platform, account_id, ad_id
  from origins
  where {asks_ads:Bool} and platform is not null and ad_id is not null
),

shared_ids as (
  select ad_id
  from ad_places
  group by ad_id
  having uniqExact(platform) > 1 or uniqExact(account_id) > 1
)

select
  platform, account_id, ad_id,
  cast(if(
    ad_id in (select ad_id from shared_ids),
    concatWithSeparator(':', assumeNotNull(platform), coalesce(account_id, ''), assumeNotNull(ad_id)), ad_id
  ), 'Nullable(String)') as key
from ad_places;
