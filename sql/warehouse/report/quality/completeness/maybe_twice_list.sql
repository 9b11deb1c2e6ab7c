-- One row per currency, with or without a rate: sales of the range that may be reported twice, though they are counted; in that currency and in the profile's.
-- needs: counted_sales, doubled_sales
-- columns: currency?, amount?
select
  counted_sales.currency,
  count(distinct counted_sales.outcome_seq) as entries,
  sum(counted_sales.net_amount)::decimal(38, 6) as own_amount,
  sum(counted_sales.amount)::decimal(38, 6) as amount
from counted_sales
where counted_sales.conversion_no in (select conversion_no from doubled_sales) and counted_sales.is_current
group by counted_sales.currency, counted_sales.amount is null
order by counted_sales.currency, amount
