-- One row per origin that the filters let through, with its key in the dimension; of dimensions that an origin does not know, null.
-- needs: ad_keys, chosen_origins
-- makes: keyed_origins
create temp table keyed_origins as
select
  chosen_origins.origin_id,
  case $dimension
    when 'channel' then chosen_origins.channel
    when 'source' then chosen_origins.source
    when 'medium' then chosen_origins.medium
    when 'campaign' then chosen_origins.campaign
    when 'ad' then coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
  end as key
from chosen_origins
left join ad_keys
  on ad_keys.id = chosen_origins.ad_id and ad_keys.platform = chosen_origins.platform
  and ad_keys.account_id is not distinct from chosen_origins.account_id
where $ad::varchar is null or coalesce(ad_keys.key, chosen_origins.ad_id, '(none)') = $ad
