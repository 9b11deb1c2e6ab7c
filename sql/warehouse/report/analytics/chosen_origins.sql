-- One row per origin that the filters let through: all of them when no filter is asked.
-- makes: chosen_origins
create temp table chosen_origins as
select origin_id, source, medium, coalesce(campaign, '(none)') as campaign, adset_id, ad_id, channel, is_paid
from origins
where
  ($channel::varchar is null or channel = $channel)
  and ($source::varchar is null or source = $source)
  and ($medium::varchar is null or medium = $medium)
  and ($campaign::varchar is null or coalesce(campaign, '(none)') = $campaign)
