-- The same as they would be credited, read from the tables that stand in the place of the stored ones.
-- needs: weighted_credit
-- makes: merge_credit_after
create temp table merge_credit_after as
with
mine as (
  select conversion_no, conversion_key, converted_day, currency, net_amount
  from conversions
  where is_counted
),

earned as (
  select mine.conversion_no, origins.channel, sum(weighted_credit.weight)::bigint as millionths
  from mine
  join weighted_credit using (conversion_no)
  join origins using (origin_id)
  group by mine.conversion_no, origins.channel
)

select
  mine.conversion_no, mine.conversion_key, mine.converted_day, mine.currency, mine.net_amount, earned.channel,
  coalesce(earned.millionths, 0) as millionths
from mine
left join earned on earned.conversion_no = mine.conversion_no and earned.millionths > 0
