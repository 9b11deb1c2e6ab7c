-- One row per finding about what is in no figure, reason (`label`) and currency: how many outcomes and how much money, in that currency and in the
-- profile's. `refunds` are all refunds of the period.
-- needs: lost_money
-- columns: finding 'refund_without_sale'|'refund_without_effect'|'outcomes_refused'|'refunds', label?, currency?, own_amount?, amount?
select
  finding, label, currency,
  sum(outcomes)::bigint as outcomes,
  sum(own_amount)::decimal(38, 6) as own_amount,
  sum(amount)::decimal(38, 6) as amount
from lost_money
group by all
order by finding, outcomes desc, label, currency
