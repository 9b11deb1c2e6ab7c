-- One row per currency in which servers reported money: the first and the last day (UTC) of it.
select
  cast(currency, 'Nullable(String)') as currency,
  toDate32(min(occurred_at)) as first_day,
  toDate32(max(occurred_at)) as last_day
from events
where trust = 'server' and value_amount <> 0
group by currency
order by currency;
