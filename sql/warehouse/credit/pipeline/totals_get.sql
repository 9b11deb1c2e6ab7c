-- One row per total of the profile: a count of rows, or counted net money of a currency.
-- columns: amount?
select 'events' as name, count(*) as rows_count, null::decimal(38, 6) as amount from events
union all
select 'sessions', count(*), null from sessions
union all
select 'touches', count(*), null from touches
union all
select 'people', count(distinct person_key), null from (
  select person_key from sessions union all select person_key from conversions
)
union all
select 'conversions', count(*), null from conversions where is_counted
union all
select 'net_' || currency, count(*), sum(net_amount)::decimal(38, 6)
from conversions
where is_counted and net_amount is not null
group by currency
order by name
