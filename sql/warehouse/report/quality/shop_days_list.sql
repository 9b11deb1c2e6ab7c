-- One row per day with purchases: how many the connected shops have and other senders reported, and what one side lacks of the other.
-- needs: outcome_flags
with
shared as (
  select unnest($shared::bigint[]) as outcome_seq
),

purchases as (
  select
    outcome_flags.conversion_no,
    outcome_flags.outcome_seq,
    outcome_flags.converted_day,
    outcome_flags.net_amount,
    outcome_flags.currency,
    outcome_flags.is_of_shop or shared.outcome_seq is not null as is_in_shop,
    not outcome_flags.is_of_shop as is_sent
  from outcome_flags
  left join shared using (outcome_seq)
  where outcome_flags.is_current
),

-- Amounts and days of what only one side has. One row each, however many purchases have one price.
alone as (
  select distinct net_amount, currency, converted_day, is_sent
  from purchases
  where is_in_shop <> is_sent
),

near as (
  select distinct alone.net_amount, alone.currency, alone.converted_day + days.away as converted_day, alone.is_sent
  from alone
  cross join (select unnest([-1, 0, 1]) as away) as days
),

-- What both sides have under keys of their own is the same amount within a day.
compared as (
  select purchases.*, near.is_sent is not null as is_paired
  from purchases
  left join near
    on near.net_amount = purchases.net_amount
    and near.currency is not distinct from purchases.currency
    and near.converted_day = purchases.converted_day
    and near.is_sent = purchases.is_in_shop
)

select
  converted_day::varchar as day,
  count_if(is_in_shop)::integer as orders,
  count_if(is_sent)::integer as outcomes,
  coalesce((list(outcome_seq order by outcome_seq) filter (where not is_sent and not is_paired))[:5], []) as missing,
  coalesce((list(conversion_no order by conversion_no) filter (where not is_in_shop and not is_paired))[:5], []) as surplus
from compared
group by converted_day
order by converted_day
