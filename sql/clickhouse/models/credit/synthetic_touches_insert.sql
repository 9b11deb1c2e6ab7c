-- One row per outcome that names a click or an ad of which no earlier visit tells, and no earlier such row either. No window is looked at, so
-- that a window changes which touches are credited and never which there are: a click id is of one click for ever, an ad or a campaign is
-- clicked again, so that a visit is evidence of it for the 90 days that no window exceeds.
-- needs: naming, near_touches, scope_clicks
insert into touches
with named_clicks as (
  select naming.*, scope_clicks.click_key as click_key from naming join scope_clicks using (outcome_seq)
),
named_ads as (
  select
    naming.*, origin_parts.ad_id as ad_id, origin_parts.adset_id as adset_id, origin_parts.campaign_id as campaign_id,
    origin_parts.account_id as account_id, coalesce(origin_parts.family, origin_parts.source_family) as family
  from naming
  join origin_parts using (origin_id)
  where origin_parts.ad_id is not null or origin_parts.adset_id is not null or origin_parts.campaign_id is not null
),
lone_clicks as (
  select click_key from touch_clicks
  where click_key in (select click_key from named_clicks)
  group by click_key
  having uniqExact(visitor_key) = 1
),
real_touches as (
  select
    near_touches.*, origin_parts.ad_id as ad_id, origin_parts.adset_id as adset_id, origin_parts.campaign_id as campaign_id,
    origin_parts.account_id as account_id, coalesce(origin_parts.family, origin_parts.source_family) as family
  from near_touches
  join origin_parts using (origin_id)
  where not near_touches.is_synthetic and not near_touches.is_view
),
carried as (
  select named_clicks.outcome_seq as outcome_seq
  from named_clicks
  join touch_clicks on touch_clicks.click_key = named_clicks.click_key
  join near_touches on near_touches.touch_seq = touch_clicks.touch_seq
  where not near_touches.is_synthetic
    and near_touches.touched_at <= named_clicks.occurred_at
    and (
      near_touches.person_key = named_clicks.person_key
      or near_touches.visitor_key = named_clicks.visitor_key
      or touch_clicks.click_key in (select click_key from lone_clicks)
    )
  union distinct
  select named_ads.outcome_seq
  from named_ads
  join real_touches on real_touches.person_key = named_ads.person_key
  where real_touches.touched_at <= named_ads.occurred_at
    and real_touches.touched_at >= named_ads.occurred_at - toIntervalDay(90)
    -- An id of another company or account is another ad's.
    and coalesce(real_touches.family = named_ads.family, true)
    and coalesce(real_touches.account_id = named_ads.account_id, true)
    and multiIf(
      named_ads.ad_id is not null, real_touches.ad_id = named_ads.ad_id,
      named_ads.adset_id is not null, real_touches.adset_id = named_ads.adset_id,
      real_touches.campaign_id = named_ads.campaign_id
    )
  union distinct
  select named_ads.outcome_seq
  from named_ads
  join real_touches on real_touches.visitor_key = named_ads.visitor_key
  where real_touches.touched_at <= named_ads.occurred_at
    and real_touches.touched_at >= named_ads.occurred_at - toIntervalDay(90)
    -- An id of another company or account is another ad's.
    and coalesce(real_touches.family = named_ads.family, true)
    and coalesce(real_touches.account_id = named_ads.account_id, true)
    and multiIf(
      named_ads.ad_id is not null, real_touches.ad_id = named_ads.ad_id,
      named_ads.adset_id is not null, real_touches.adset_id = named_ads.adset_id,
      real_touches.campaign_id = named_ads.campaign_id
    )
),
names as (
  select toNullable(outcome_seq) as clicking_seq, toNullable(concat('click:', toString(min(click_key)))) as click_name from named_clicks group by outcome_seq
),
missing as (
  select
    naming.*,
    assumeNotNull(coalesce(
      names.click_name,
      concat(
        'ad:', coalesce(ads.family, ''), ':', coalesce(ads.account_id, ''), ':', coalesce(ads.ad_id, ''), ':', coalesce(ads.adset_id, ''), ':',
        coalesce(ads.campaign_id, '')
      )
    )) as name,
    names.clicking_seq is not null as is_click,
    assumeNotNull(if(
      naming.clicked_at is not null and naming.clicked_at <= naming.occurred_at, naming.clicked_at, naming.occurred_at - toIntervalMillisecond(1)
    )) as touched_at
  from naming
  left join names on names.clicking_seq = naming.outcome_seq
  left join (select toNullable(outcome_seq) as advertised_seq, family, account_id, ad_id, adset_id, campaign_id from named_ads) as ads on ads.advertised_seq = naming.outcome_seq
  where (names.clicking_seq is not null or ads.advertised_seq is not null)
    and naming.outcome_seq not in (select outcome_seq from carried)
),
chains as (
  -- One row serves the person's later outcomes of the same name (of an ad for 90 days): a fold in order of time.
  select
    person_key,
    name,
    arrayFold(
      (kept, item) -> if(
        notEmpty(kept) and (item.4 or item.1 - kept[-1].2 <= 7776000000000),
        kept,
        arrayPushBack(kept, (item.1, item.2, item.3))
      ),
      arraySort(item -> (item.1, item.3), groupArray((toUnixTimestamp64Micro(occurred_at), toUnixTimestamp64Micro(touched_at), outcome_seq, is_click))),
      cast([], 'Array(Tuple(Int64, Int64, Int64))')
    ) as kept
  from missing
  group by person_key, name
),
kept as (
  select arrayJoin(kept).3 as outcome_seq from chains
)
select
  missing.outcome_seq, true, null, missing.visitor_key, missing.person_key, missing.touched_at, missing.origin_id, null, null,
  missing.device, missing.country, false
from missing
where missing.outcome_seq in (select outcome_seq from kept);
