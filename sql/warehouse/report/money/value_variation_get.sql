-- One row: by how much money of conversions varies more than their number, in the year until a day, for the goal and for all payments: n × Σx² ÷ (Σx)² over single
-- conversions, weighed over currencies; 1 where all are alike or none has money. A short period may have none of the rare large ones.
with amounts as (
  select conversion_key = $goal as is_goal, revenue_type = 'cash' as is_cash, currency, round(net_amount * 100)::hugeint as cents
  from conversions
  where is_counted
    and net_amount > 0
    and converted_day > $date_to::date - 365
    and converted_day <= $date_to::date
),
of_goal as (
  select count(*) as n, sum(cents)::hugeint as total, sum(cents * cents)::hugeint as squares from amounts where is_goal group by currency
),
of_cash as (
  select count(*) as n, sum(cents)::hugeint as total, sum(cents * cents)::hugeint as squares from amounts where is_cash group by currency
)
select
  coalesce((select sum(n * n * (squares / (total::double * total))) / sum(n) from of_goal where total > 0), 1)::double as of_goal,
  coalesce((select sum(n * n * (squares / (total::double * total))) / sum(n) from of_cash where total > 0), 1)::double as of_cash
