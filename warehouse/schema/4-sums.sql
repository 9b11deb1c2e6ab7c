-- What a later version compares its figures with. Its columns never change: a file is read by versions that know nothing of its tables.

create view figure_sums as
with earned as (
  select
    conversions.converted_day as day,
    conversions.conversion_key as goal,
    origins.channel,
    conversions.currency,
    unnest([
      { model: 'first_touch', weight: sum(credit.first_touch), amount: sum(coalesce(conversions.net_amount, 0) * credit.first_touch) },
      { model: 'last_touch', weight: sum(credit.last_touch), amount: sum(coalesce(conversions.net_amount, 0) * credit.last_touch) },
      { model: 'last_non_direct', weight: sum(credit.last_non_direct), amount: sum(coalesce(conversions.net_amount, 0) * credit.last_non_direct) },
      { model: 'first_paid', weight: sum(credit.first_paid), amount: sum(coalesce(conversions.net_amount, 0) * credit.first_paid) },
      { model: 'last_paid', weight: sum(credit.last_paid), amount: sum(coalesce(conversions.net_amount, 0) * credit.last_paid) },
      { model: 'linear', weight: sum(credit.linear), amount: sum(coalesce(conversions.net_amount, 0) * credit.linear) },
      { model: 'position_based', weight: sum(credit.position_based), amount: sum(coalesce(conversions.net_amount, 0) * credit.position_based) },
      { model: 'time_decay', weight: sum(credit.time_decay), amount: sum(coalesce(conversions.net_amount, 0) * credit.time_decay) },
      { model: 'data_driven', weight: sum(credit.data_driven), amount: sum(coalesce(conversions.net_amount, 0) * credit.data_driven) }
    ]) as sums
  from credit
  join conversions on conversions.conversion_no = credit.conversion_no
  join origins on origins.origin_id = credit.origin_id
  where conversions.is_counted
  group by all
)
select 'spend' as measure, spend_day as day, null::varchar as goal, channel, null::varchar as model, currency, 0::bigint as weight, (sum(spend) * 1000000)::decimal(38, 6) as amount
from spend
group by all
union all
select 'converted', converted_day, conversion_key, null, null, currency, count(*) * 1000000, (sum(coalesce(net_amount, 0)) * 1000000)::decimal(38, 6)
from conversions
where is_counted
group by all
union all
select 'credited', day, goal, channel, sums.model, currency, sums.weight::bigint, sums.amount::decimal(38, 6)
from earned
where sums.weight > 0;
comment on view figure_sums is 'One row per measure, day, goal, channel, model and currency: what a later version compares its figures with.';
comment on column figure_sums.measure is 'spend, converted (counted conversions) or credited (what channels earned of them).';
comment on column figure_sums.day is 'Local day of the conversion, or of the ad account.';
comment on column figure_sums.goal is 'conversion_key; null of spend.';
comment on column figure_sums.channel is 'Channel; null of converted.';
comment on column figure_sums.model is 'Model; null but of credited.';
comment on column figure_sums.currency is 'ISO 4217 code of amount.';
comment on column figure_sums.weight is 'Millionths of conversions; 0 of spend.';
comment on column figure_sums.amount is 'Money times 1,000,000, net of refunds.';
