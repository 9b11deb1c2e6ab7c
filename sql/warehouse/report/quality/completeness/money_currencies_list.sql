-- One row per currency in which servers reported money: the first and the last day (UTC) of it.
-- columns: currency?
select currency, min(occurred_at)::date as first_day, max(occurred_at)::date as last_day
from events
where trust = 'server' and value_amount <> 0
group by currency
order by currency
