-- One row per conversion of the report and touch of it that the filters let through, with its key in the dimension and its credit by each model.
-- needs: ad_keys, chosen_models, chosen_origins, priced_conversions, touch_places
-- makes: credited_steps
create temporary table credited_steps as
with
(value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes,

(select groupArray(model) from chosen_models) as models_asked

select
  credit.conversion_no as conversion_no,
  credit.touch_seq as touch_seq,
  credit.is_synthetic as is_synthetic,
  credit.first_touch as first_touch,
  credit.last_touch as last_touch,
  credit.last_non_direct as last_non_direct,
  credit.first_paid as first_paid,
  credit.last_paid as last_paid,
  credit.linear as linear,
  credit.position_based as position_based,
  credit.time_decay as time_decay,
  credit.data_driven as data_driven,
  priced_conversions.person_key as person_key,
  priced_conversions.amount as amount,
  priced_conversions.is_unpriced as is_unpriced,
  chosen_origins.is_paid as is_paid,
  cast(multiIf(
    {dimension:String} = 'channel', chosen_origins.channel,
    {dimension:String} = 'source', chosen_origins.source,
    {dimension:String} = 'medium', chosen_origins.medium,
    {dimension:String} = 'campaign', chosen_origins.campaign,
    {dimension:String} = 'adset', coalesce(ad_keys.key, chosen_origins.adset_id, '(none)'),
    {dimension:String} = 'ad', coalesce(ad_keys.key, chosen_origins.ad_id, '(none)'),
    {dimension:String} = 'landing_page', coalesce(touch_places.landing_path, '(none)'),
    {dimension:String} = 'country', coalesce(cast(touch_places.country, 'Nullable(String)'), '(unknown)'),
    coalesce(cast(touch_places.device, 'Nullable(String)'), '(unknown)')
  ), 'Nullable(String)') as key
from credit
join priced_conversions on priced_conversions.conversion_no = credit.conversion_no
join chosen_origins on chosen_origins.origin_id = credit.origin_id
left join ad_keys
  on ad_keys.id = if({dimension:String} = 'ad', chosen_origins.ad_id, chosen_origins.adset_id) and ad_keys.platform = chosen_origins.platform
  and ad_keys.account_id <=> chosen_origins.account_id
left join touch_places on touch_places.touch_seq = credit.touch_seq and touch_places.is_synthetic = credit.is_synthetic
where
  -- A touch counts where it is on the path that is weighed, or earns beyond it: all other models credit the path alone.
  (
    credit.is_candidate
    or (credit.first_touch > 0 and has(models_asked, 'first_touch'))
    or (credit.last_touch > 0 and has(models_asked, 'last_touch'))
    or (credit.first_paid > 0 and has(models_asked, 'first_paid'))
  )
  and ({device:Nullable(String)} is null or passes(touch_places.device, {device:Nullable(String)}))
  and ({country:Nullable(String)} is null or passes(touch_places.country, {country:Nullable(String)}));
