-- One row per candidate with its data-driven weight in millionths: linear where the definition has no fit or no effect.
-- needs: to_fit
-- makes: fitted
create temp table fitted as
with effects as (
  select
    conversion_key,
    channel,
    ((removal_effect::decimal(38, 9) * 1000000000)::hugeint * 1000000000 // greatest(touches, 1))::hugeint as effect
  from fits
),
smallest as (
  select conversion_key, min(effect) as effect from effects group by conversion_key
),
raw as (
  select
    to_fit.conversion_no, to_fit.touch_seq, to_fit.is_synthetic, to_fit.position, to_fit.linear,
    coalesce(effects.effect, smallest.effect) as effect
  from to_fit
  left join effects on effects.conversion_key = to_fit.conversion_key and effects.channel = to_fit.channel
  left join smallest on smallest.conversion_key = to_fit.conversion_key
),
sums as (
  select conversion_no, sum(effect) as effect_sum from raw group by conversion_no
),
divided as (
  -- Dividing a hugeint takes a microsecond, and a path has few effects: each is divided once.
  select
    conversion_no, effect,
    (effect * 1000000 // effect_sum)::bigint as share,
    (effect * 1000000 % effect_sum)::hugeint as rest
  from (select distinct conversion_no, effect from raw)
  join sums using (conversion_no)
  where effect_sum > 0
),
shared as (
  select raw.conversion_no, raw.touch_seq, raw.is_synthetic, raw.position, divided.share, divided.rest
  from raw
  join divided using (conversion_no, effect)
),
left_over as (
  select conversion_no, 1000000 - sum(share) as share_left from shared group by conversion_no
)
select
  shared.conversion_no,
  shared.touch_seq,
  shared.is_synthetic,
  (
    shared.share
    + (row_number() over (partition by shared.conversion_no order by shared.rest desc, shared.position) <= left_over.share_left)::bigint
  )::integer as data_driven
from shared
join left_over using (conversion_no)
union all
select raw.conversion_no, raw.touch_seq, raw.is_synthetic, raw.linear
from raw
join sums using (conversion_no)
where coalesce(sums.effect_sum, 0) <= 0
