-- One row per row of `placed_spend` in the range that the filters let through: none where one asks for what spend does not know.
-- needs: placed_spend, passes
-- makes: chosen_spend
create temp table chosen_spend as
select *
from placed_spend
where
  spend_day between $money_from::date and $money_to::date
  and coalesce($medium, $device, $country)::varchar is null
  and ($channel::varchar is null or passes(channel, $channel))
  and ($source::varchar is null or passes(source, $source))
  and ($campaign::varchar is null or passes(campaign, $campaign))
