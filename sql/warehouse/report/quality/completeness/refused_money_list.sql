-- One row per label and currency of outcomes that the door refused and that did not come later, with or without a rate: how many, and their money in
-- that currency and in the profile's, refunds below 0, as accepting them would lower what is counted.
-- needs: lost_money
-- columns: subject?, currency?, refunds?, own_amount?, amount?
select
  label as subject,
  currency,
  sum(outcomes)::bigint as entries,
  (sum(outcomes) filter (where is_refund))::bigint as refunds,
  sum(if(is_refund, -own_amount, own_amount))::decimal(38, 6) as own_amount,
  sum(if(is_refund, -amount, amount))::decimal(38, 6) as amount
from lost_money
where finding = 'outcomes_refused'
group by label, currency, amount is null
order by subject, currency, amount
