-- One row per account with odd spend in the period and kind of oddness: its days and its money in the profile's currency.
-- needs: converted, day_rates, odd_spend
-- columns: kind 'price'|'repeated', other_id?, spend?, ratio?
select
  odd_spend.kind, odd_spend.platform, odd_spend.account_id, odd_spend.other_id,
  count(distinct odd_spend.spend_day)::integer as days,
  min(odd_spend.spend_day) as first_day,
  max(odd_spend.spend_day) as last_day,
  sum(converted(odd_spend.spend, day_rates.rate))::decimal(38, 6) as spend,
  quantile_cont(odd_spend.ratio, 0.5)::double as ratio
from odd_spend
left join day_rates on day_rates.day = odd_spend.spend_day and day_rates.currency is not distinct from odd_spend.currency
group by all
order by spend desc nulls last, odd_spend.platform, odd_spend.account_id
