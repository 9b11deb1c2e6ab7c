-- One row per platform and account that has an id of an ad in its spend or in a visit, with the key of that ad in reports: the id, or, where
-- several accounts have it, the id with platform and account. Empty unless the report asks for ads.
-- makes: ad_keys
create temp table ad_keys as
with
ad_places as (
  select distinct platform, account_id, ad_id
  from spend
  where $asks_ads::boolean and ad_id is not null
  union
  select platform, account_id, ad_id
  from origins
  where $asks_ads::boolean and platform is not null and ad_id is not null
),

shared_ids as (
  select ad_id
  from ad_places
  group by ad_id
  having count(distinct platform) > 1 or count(distinct account_id) > 1
)

select
  ad_places.*,
  if(shared_ids.ad_id is null, ad_places.ad_id, concat_ws(':', ad_places.platform, coalesce(ad_places.account_id, ''), ad_places.ad_id)) as key
from ad_places
left join shared_ids using (ad_id)
