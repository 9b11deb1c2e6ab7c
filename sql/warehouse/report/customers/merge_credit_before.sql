-- One row per counted conversion of these people and channel that earns of it, as it is credited now; one without a channel where none does.
create temp table merge_credit_before as
with
mine as (
  select conversion_no, conversion_key, converted_day, currency, net_amount
  from conversions
  where is_counted and person_key in (select person_key from people)
),

earned as (
  select
    mine.conversion_no, origins.channel,
    sum(case $model
      when 'first_touch' then credit.first_touch
      when 'last_touch' then credit.last_touch
      when 'last_non_direct' then credit.last_non_direct
      when 'first_paid' then credit.first_paid
      when 'last_paid' then credit.last_paid
      when 'linear' then credit.linear
      when 'position_based' then credit.position_based
      when 'time_decay' then credit.time_decay
      when 'data_driven' then credit.data_driven
    end)::bigint as millionths
  from mine
  join credit using (conversion_no)
  join origins using (origin_id)
  group by mine.conversion_no, origins.channel
)

select
  mine.conversion_no, mine.conversion_key, mine.converted_day, mine.currency, mine.net_amount, earned.channel,
  coalesce(earned.millionths, 0) as millionths
from mine
left join earned on earned.conversion_no = mine.conversion_no and earned.millionths > 0
