-- One row per origin that the filters let through: all of them when no filter is asked.
-- needs: passes
-- makes: chosen_origins
create temp table chosen_origins as
select origin_id, source, medium, coalesce(campaign, '(none)') as campaign, platform, account_id, adset_id, ad_id, channel, is_paid
from origins
where
  ($channel::varchar is null or passes(channel, $channel))
  and ($source::varchar is null or passes(source, $source))
  and ($medium::varchar is null or passes(medium, $medium))
  and ($campaign::varchar is null or passes(coalesce(campaign, '(none)'), $campaign))
