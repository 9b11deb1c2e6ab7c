-- One row per type of outcome whose sales were tried for a shifted clock: how many have one, how many were tried, by how many minutes they are early (below 0:
-- late), and their money.
-- needs: counted_sales, shifted_sales
-- columns: minutes?
select
  counted_sales.event_type,
  least(count(*), 2000)::integer as sales,
  count(shifted_sales.conversion_no)::integer as hits,
  any_value(shifted_sales.minutes)::integer as minutes,
  coalesce(sum(counted_sales.amount) filter (where shifted_sales.conversion_no is not null), 0)::decimal(38, 6) as cash
from counted_sales
left join shifted_sales using (conversion_no)
where counted_sales.is_current
group by counted_sales.event_type
order by hits desc, counted_sales.event_type
