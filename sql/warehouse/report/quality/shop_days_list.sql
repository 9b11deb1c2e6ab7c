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

-- What both sides have under keys of their own: the same amount within a day.
paired as (
  select of_shop.conversion_no as of_shop_no, sent.conversion_no as sent_no
  from purchases as of_shop
  join purchases as sent
    on sent.net_amount = of_shop.net_amount
    and sent.currency is not distinct from of_shop.currency
    and sent.converted_day between of_shop.converted_day - 1 and of_shop.converted_day + 1
  where of_shop.is_in_shop and not of_shop.is_sent and sent.is_sent and not sent.is_in_shop
)

select
  converted_day::varchar as day,
  count_if(is_in_shop)::integer as orders,
  count_if(is_sent)::integer as outcomes,
  coalesce(
    (list(outcome_seq order by outcome_seq) filter (where not is_sent and conversion_no not in (select of_shop_no from paired)))[:5], []
  ) as missing,
  coalesce(
    (list(conversion_no order by conversion_no) filter (where not is_in_shop and conversion_no not in (select sent_no from paired)))[:5], []
  ) as surplus
from purchases
group by converted_day
order by converted_day
