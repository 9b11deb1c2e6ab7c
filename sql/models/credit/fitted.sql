-- One row per candidate with its data-driven weight in millionths: linear where the definition has no fit or no effect.
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
    to_fit.*,
    coalesce(effects.effect, smallest.effect) as effect
  from to_fit
  left join effects on effects.conversion_key = to_fit.conversion_key and effects.channel = to_fit.channel
  left join smallest on smallest.conversion_key = to_fit.conversion_key
),
summed as (
  select *, sum(effect) over (partition by conversion_no) as effect_sum from raw
),
shared as (
  select
    *,
    case when effect_sum > 0 then (effect * 1000000 // effect_sum)::bigint end as share,
    case when effect_sum > 0 then (effect * 1000000 % effect_sum)::hugeint end as rest
  from summed
),
filled as (
  select
    *,
    1000000 - sum(share) over (partition by conversion_no) as left_over,
    row_number() over (partition by conversion_no order by rest desc nulls last, position) as turn
  from shared
)
select
  conversion_no,
  touch_seq,
  is_synthetic,
  case when share is null then linear else share + (turn <= left_over)::bigint end::integer as data_driven
from filled
