-- One row per outcome that names a click or an ad of which no earlier visit tells, and no earlier such row either. No window is looked at, so
-- that a window changes which touches are credited and never which there are: a click id is of one click for ever, an ad or a campaign is
-- clicked again, so that a visit is evidence of it for the 90 days that no window exceeds.
-- needs: naming, near_touches, scope_clicks
insert into touches
with named_clicks as (
  select naming.*, scope_clicks.click_key from naming join scope_clicks using (outcome_seq)
),
named_ads as (
  select
    naming.*, origin_parts.ad_id, origin_parts.adset_id, origin_parts.campaign_id, origin_parts.account_id,
    coalesce(origin_parts.family, origin_parts.source_family) as family
  from naming
  join origin_parts using (origin_id)
  where origin_parts.ad_id is not null or origin_parts.adset_id is not null or origin_parts.campaign_id is not null
),
lone_clicks as (
  select click_key from touch_clicks
  where click_key in (select click_key from named_clicks)
  group by click_key
  having count(distinct visitor_key) = 1
),
carried as (
  select named_clicks.outcome_seq
  from named_clicks
  join touch_clicks using (click_key)
  join near_touches on near_touches.touch_seq = touch_clicks.touch_seq and not near_touches.is_synthetic
  where near_touches.touched_at <= named_clicks.occurred_at
    and (
      near_touches.person_key = named_clicks.person_key
      or near_touches.visitor_key = named_clicks.visitor_key
      or touch_clicks.click_key in (select click_key from lone_clicks)
    )
  union
  select named_ads.outcome_seq
  from named_ads
  join near_touches on near_touches.person_key = named_ads.person_key and not near_touches.is_synthetic and not near_touches.is_view
  join origin_parts on origin_parts.origin_id = near_touches.origin_id
  where near_touches.touched_at <= named_ads.occurred_at
    and near_touches.touched_at >= named_ads.occurred_at - interval 90 days
    -- An id of another company or account is another ad's.
    and coalesce(coalesce(origin_parts.family, origin_parts.source_family) = named_ads.family, true)
    and coalesce(origin_parts.account_id = named_ads.account_id, true)
    and case
      when named_ads.ad_id is not null then origin_parts.ad_id = named_ads.ad_id
      when named_ads.adset_id is not null then origin_parts.adset_id = named_ads.adset_id
      else origin_parts.campaign_id = named_ads.campaign_id
    end
  union
  select named_ads.outcome_seq
  from named_ads
  join near_touches on near_touches.visitor_key = named_ads.visitor_key and not near_touches.is_synthetic and not near_touches.is_view
  join origin_parts on origin_parts.origin_id = near_touches.origin_id
  where near_touches.touched_at <= named_ads.occurred_at
    and near_touches.touched_at >= named_ads.occurred_at - interval 90 days
    -- An id of another company or account is another ad's.
    and coalesce(coalesce(origin_parts.family, origin_parts.source_family) = named_ads.family, true)
    and coalesce(origin_parts.account_id = named_ads.account_id, true)
    and case
      when named_ads.ad_id is not null then origin_parts.ad_id = named_ads.ad_id
      when named_ads.adset_id is not null then origin_parts.adset_id = named_ads.adset_id
      else origin_parts.campaign_id = named_ads.campaign_id
    end
),
names as (
  select outcome_seq, 'click:' || min(click_key) as name from named_clicks group by outcome_seq
),
missing as (
  select
    naming.*,
    coalesce(
      names.name,
      'ad:' || coalesce(named_ads.family, '') || ':' || coalesce(named_ads.account_id, '') || ':' || coalesce(named_ads.ad_id, '') || ':'
        || coalesce(named_ads.adset_id, '') || ':' || coalesce(named_ads.campaign_id, '')
    ) as name,
    names.outcome_seq is not null as is_click,
    case
      when naming.clicked_at is not null and naming.clicked_at <= naming.occurred_at then naming.clicked_at
      else naming.occurred_at - interval 1 millisecond
    end as touched_at
  from naming
  left join names using (outcome_seq)
  left join named_ads using (outcome_seq)
  where (names.outcome_seq is not null or named_ads.outcome_seq is not null)
    and naming.outcome_seq not in (select outcome_seq from carried)
),
chains as (
  -- TRICKY: one row serves the person's later outcomes of the same name (of an ad for 90 days), so rows are kept in order of time.
  select
    person_key,
    name,
    list_reduce(
      list({ 'seq': outcome_seq, 'at': occurred_at, 'touched': touched_at, 'is_click': is_click } order by occurred_at, outcome_seq)
        .list_transform(lambda item: [item]),
      lambda kept, item: case
        when item[1].is_click or item[1].at - kept[-1].touched <= interval 90 days then kept
        else kept || item
      end
    ) as kept
  from missing
  group by person_key, name
),
kept as (
  select unnest(kept).seq as outcome_seq from chains
)
select
  missing.outcome_seq,
  true,
  null,
  missing.visitor_key,
  missing.person_key,
  missing.touched_at,
  missing.origin_id,
  null,
  null,
  missing.device,
  missing.country,
  false
from missing
where missing.outcome_seq in (select outcome_seq from kept)
