-- One row per conversion of the report and touch of it that the filters let through, with its key in the dimension and its credit by each model.
-- needs: ad_keys, chosen_models, chosen_origins, credit_in_reach, passes, priced_conversions, touch_places
-- makes: credited_steps
create temp table credited_steps as
select
  credit_in_reach.conversion_no,
  credit_in_reach.touch_seq,
  credit_in_reach.is_synthetic,
  credit_in_reach.first_touch,
  credit_in_reach.last_touch,
  credit_in_reach.last_non_direct,
  credit_in_reach.first_paid,
  credit_in_reach.last_paid,
  credit_in_reach.linear,
  credit_in_reach.position_based,
  credit_in_reach.time_decay,
  credit_in_reach.data_driven,
  priced_conversions.person_key,
  priced_conversions.amount,
  priced_conversions.is_unpriced,
  chosen_origins.is_paid,
  case $dimension
    when 'channel' then chosen_origins.channel
    when 'source' then chosen_origins.source
    when 'medium' then chosen_origins.medium
    when 'campaign' then chosen_origins.campaign
    when 'adset' then coalesce(ad_keys.key, chosen_origins.adset_id, '(none)')
    when 'ad' then coalesce(ad_keys.key, chosen_origins.ad_id, '(none)')
    when 'landing_page' then coalesce(touch_places.landing_path, '(none)')
    when 'country' then coalesce(touch_places.country, '(unknown)')
    when 'device' then coalesce(touch_places.device, '(unknown)')
  end as key
from credit_in_reach
join priced_conversions using (conversion_no)
join chosen_origins using (origin_id)
left join ad_keys
  on ad_keys.id = if($dimension = 'ad', chosen_origins.ad_id, chosen_origins.adset_id) and ad_keys.platform = chosen_origins.platform
  and ad_keys.account_id is not distinct from chosen_origins.account_id
left join touch_places
  on touch_places.touch_seq = credit_in_reach.touch_seq and touch_places.is_synthetic = credit_in_reach.is_synthetic
where
  -- A touch counts where it is on the path that is weighed, or earns beyond it: all other models credit the path alone.
  (
    credit_in_reach.is_candidate
    or (credit_in_reach.first_touch > 0 and 'first_touch' in (select model from chosen_models))
    or (credit_in_reach.last_touch > 0 and 'last_touch' in (select model from chosen_models))
    or (credit_in_reach.first_paid > 0 and 'first_paid' in (select model from chosen_models))
  )
  and ($device::varchar is null or passes(touch_places.device, $device))
  and ($country::varchar is null or passes(touch_places.country, $country))
