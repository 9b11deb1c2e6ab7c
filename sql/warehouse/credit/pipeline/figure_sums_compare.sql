-- One row per sum in which the lines of figure_sums_write and this file differ: what this file has more.
-- columns: goal?, channel?, model?, currency?
with
lines as (
  select *
  from read_json(
    $lines,
    format = 'newline_delimited',
    columns = {
      measure: 'varchar', day: 'date', goal: 'varchar', channel: 'varchar', model: 'varchar', currency: 'varchar', weight: 'bigint', amount: 'decimal(38, 6)'
    }
  )
),

both_files as (
  select measure, day, goal, channel, model, currency, -weight as weight, -amount as amount from lines
  union all
  select measure, day, goal, channel, model, currency, weight, amount from figure_sums
)

select measure, day, goal, channel, model, currency, sum(weight)::bigint as weight, sum(amount)::decimal(38, 6) as amount
from both_files
group by all
having sum(weight) <> 0 or sum(amount) <> 0
order by measure, goal, channel, model, currency, day
