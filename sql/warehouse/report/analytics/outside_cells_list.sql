-- One row per cell that may leave sign-in: a kind of figure, a day, and where the people came from as far as $people of them did, of outcomes to the
-- ad. Money is times millionths. Cells of a day share no row and add up to the day. Of a day with fewer people there is one row, which names them in `people_of`.
-- needs: ad_keys, cell_parts
-- columns: kind 'visits'|'outcomes'|'cash'
-- columns: channel?, source?, medium?, campaign?, ad?
with
named as (
  select
    origins.origin_id,
    coalesce(origins.channel, '') as channel,
    coalesce(origins.source, '') as source,
    coalesce(origins.medium, '') as medium,
    coalesce(origins.campaign, '(none)') as campaign,
    coalesce(ad_keys.key, origins.ad_id, '(none)') as ad,
    coalesce(origins.is_paid, false) as is_paid
  from origins
  left join ad_keys
    on ad_keys.platform = origins.platform and ad_keys.account_id is not distinct from origins.account_id and ad_keys.id = origins.ad_id
  where origins.origin_id in (select origin_id from cell_parts)
  union all
  select null, '', '', '', '', '', false
),

-- Each origin within channel, source with medium, campaign and ad, from the largest place to the smallest.
places as (
  select
    named.origin_id,
    levels.level,
    dense_rank() over (order by named.path[1:levels.level]) as place_no,
    dense_rank() over (order by named.path[1:levels.level - 1]) as parent_no
  from (select origin_id, [channel, source || chr(0) || medium, campaign, ad] as path from named) as named
  cross join (select unnest([1, 2, 3, 4]) as level) as levels
),

placed as materialized (
  select parts.kind, parts.day, parts.origin_id, places.level, places.place_no, places.parent_no, parts.person_key
  from (select distinct kind, day, origin_id, person_key from cell_parts) as parts
  join places on places.origin_id is not distinct from parts.origin_id
  where places.level < 4 or parts.kind = 'outcomes'
),

-- Within each place the smaller ones with enough people are shown. The others are one cell, which takes the smallest of the shown ones with it
-- where it has too few people itself: else it would be the whole place less the rest.
groups as materialized (
  select kind, day, level, parent_no, place_no, count(distinct person_key) as people
  from placed
  group by kind, day, level, parent_no, place_no
),

rests as (
  select placed.kind, placed.day, placed.level, placed.parent_no, count(distinct placed.person_key) as people
  from placed
  join groups using (kind, day, level, parent_no, place_no)
  where groups.people < $people::integer
  group by placed.kind, placed.day, placed.level, placed.parent_no
),

taken as (
  select groups.kind, groups.day, groups.level, groups.parent_no, min_by(groups.place_no, (groups.people, groups.place_no)) as place_no
  from groups
  join rests using (kind, day, level, parent_no)
  where groups.people >= $people::integer and rests.people < $people::integer
  group by groups.kind, groups.day, groups.level, groups.parent_no
),

-- The first place of an origin, from the largest, that is not shown: it and all within it are folded.
folded as (
  select placed.kind, placed.day, placed.origin_id, min(placed.level) as level
  from placed
  join groups using (kind, day, level, parent_no, place_no)
  left join taken using (kind, day, level, parent_no, place_no)
  where groups.people < $people::integer or taken.place_no is not null
  group by placed.kind, placed.day, placed.origin_id
),

shown as (
  select
    parts.*,
    named.is_paid,
    if(coalesce(folded.level, 5) > 1, named.channel, null) as channel,
    if(coalesce(folded.level, 5) > 2, named.source, null) as source,
    if(coalesce(folded.level, 5) > 2, named.medium, null) as medium,
    if(coalesce(folded.level, 5) > 3, named.campaign, null) as campaign,
    if(coalesce(folded.level, 5) > 4 and parts.kind = 'outcomes', named.ad, null) as ad
  from cell_parts as parts
  join named on named.origin_id is not distinct from parts.origin_id
  left join folded
    on folded.kind = parts.kind and folded.day = parts.day and folded.origin_id is not distinct from parts.origin_id
)

select
  kind,
  day,
  channel,
  source,
  medium,
  campaign,
  ad,
  count(distinct person_key) as people,
  if(count(distinct person_key) < $people::integer, list_sort(list(distinct person_key)), []) as people_of,
  count_if(kind = 'visits') as sessions,
  sum(page_views)::bigint as pageviews,
  count_if(is_bounce) as bounces,
  sum(engaged_ms)::bigint as engaged_ms,
  count_if(kind = 'outcomes' and origin_id is not null) as touches,
  count(distinct conversion_no) filter (where origin_id is not null) as conversions_touched,
  sum(weight)::bigint as weight,
  coalesce(sum(weight) filter (where is_attributed), 0)::bigint as attributed_weight,
  sum(amount * weight)::decimal(38, 6) as value,
  coalesce(sum(weight) filter (where is_paid), 0)::bigint as paid_weight,
  coalesce(sum(amount * weight) filter (where is_paid), 0)::decimal(38, 6) as paid_value,
  coalesce(sum(weight) filter (where is_unpriced), 0)::bigint as unpriced_weight,
  coalesce(sum(weight) filter (where is_unpriced and is_paid), 0)::bigint as unpriced_paid_weight,
  coalesce(sum(weight) filter (where not is_unpriced), 0)::bigint as priced_weight,
  coalesce(sum(weight) filter (where not is_unpriced and is_paid), 0)::bigint as priced_paid_weight
from shown
group by kind, day, channel, source, medium, campaign, ad
order by kind, day, channel, source, medium, campaign, ad
