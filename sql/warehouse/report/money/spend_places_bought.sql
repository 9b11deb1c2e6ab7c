-- One row per ad account and place of its rows in force that the filters let through. Asked only where a report is by places or has such
-- filters: without them an account counts by its own place already.
-- needs: placed_spend, passes
-- fills: spend_places (of_places)
insert into spend_places
select distinct platform, account_id, channel, source, campaign, adset, ad
from placed_spend
where
  coalesce($medium, $device, $country)::varchar is null
  and ($channel::varchar is null or passes(channel, $channel))
  and ($source::varchar is null or passes(source, $source))
  and ($campaign::varchar is null or passes(campaign, $campaign))
