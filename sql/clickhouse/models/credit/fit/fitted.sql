-- One row per candidate with its data-driven weight in millionths: linear where the definition has no fit or no effect.
-- needs: to_fit
-- makes: fitted
create table fitted engine = MergeTree order by conversion_no as
with effects as (
  select conversion_key, channel, intDiv(toInt128(removal_effect * 1000000000) * 1000000000, toInt128(greatest(touches, 1))) as effect
  from fits
),
smallest as (
  select conversion_key, min(effect) as effect from effects group by conversion_key
),
raw as (
  select
    to_fit.conversion_no as conversion_no, to_fit.touch_seq as touch_seq, to_fit.is_synthetic as is_synthetic, to_fit.position as position, to_fit.linear as linear,
    coalesce(effects.effect, smallest.effect) as effect
  from to_fit
  left join effects on effects.conversion_key = to_fit.conversion_key and effects.channel = to_fit.channel
  left join smallest on smallest.conversion_key = to_fit.conversion_key
),
sums as (
  select conversion_no, sumOrNull(effect) as effect_sum from raw group by conversion_no
),
divided as (
  select
    raw.conversion_no as conversion_no, raw.effect as effect,
    toInt64(intDiv(raw.effect * 1000000, sums.effect_sum)) as share,
    raw.effect * 1000000 % sums.effect_sum as rest
  from (select distinct conversion_no, assumeNotNull(effect) as effect from raw where effect is not null) as raw
  join (select conversion_no, assumeNotNull(effect_sum) as effect_sum from sums where effect_sum > 0) as sums on sums.conversion_no = raw.conversion_no
),
shared as (
  select raw.conversion_no as conversion_no, raw.touch_seq as touch_seq, raw.is_synthetic as is_synthetic, raw.position as position, divided.share as share, divided.rest as rest
  from raw
  join divided on divided.conversion_no = raw.conversion_no and divided.effect = raw.effect
),
left_over as (
  select conversion_no, 1000000 - sum(share) as share_left from shared group by conversion_no
)
select
  shared.conversion_no as conversion_no,
  shared.touch_seq as touch_seq,
  shared.is_synthetic as is_synthetic,
  toInt32(shared.share + toInt64(row_number() over (partition by shared.conversion_no order by shared.rest desc, shared.position) <= left_over.share_left)) as data_driven
from shared
join left_over on left_over.conversion_no = shared.conversion_no
union all
select raw.conversion_no, raw.touch_seq, raw.is_synthetic, raw.linear
from raw
join sums on sums.conversion_no = raw.conversion_no
where coalesce(sums.effect_sum, 0) <= 0;
