-- One row per payment of the range, or of payments that do not count because another one of the same sale does, in the order asked for, from the
-- cursor on: its place alone. `sort_key` is negative where the least is first; by money, one currency follows another.
with
given_back as (
  select refunds.refund_of_key, refunds.currency, sum(refunds.value_amount) as amount
  from outcomes as refunds
  where refunds.trust = 'server' and refunds.value_amount is not null and refunds.refund_of_key is not null
  group by refunds.refund_of_key, refunds.currency
),

listed as (
  select
    outcomes.outcome_seq,
    outcomes.occurred_at,
    outcomes.currency,
    outcomes.value_amount,
    least(coalesce(given_back.amount, 0), outcomes.value_amount) as refunded_amount
  from outcomes
  left join installments using (outcome_seq)
  left join given_back on given_back.refund_of_key = outcomes.outcome_key and given_back.currency = outcomes.currency
  where
    not $is_same_sale::boolean
    and outcomes.trust = 'server'
    and outcomes.value_amount is not null
    and outcomes.refund_of_key is null
    and (installments.payment_seq is not null or outcomes.outcome_seq in (select outcome_seq from payments))
    and (not $only_unidentified::boolean or outcomes.person_key <= 0)
  union all
  select events.seq, events.occurred_at, events.currency, events.value_amount, 0
  from sale_members as reports
  join events using (seq)
  where $is_same_sale::boolean and reports.seq <> reports.sale_seq
),

keyed as (
  select
    outcome_seq,
    if($sort::varchar = 'paid_at', '', coalesce(currency, '')) as sort_currency,
    (if($is_ascending::boolean, -1, 1) * case $sort::varchar
      when 'amount' then value_amount
      when 'refunded_amount' then refunded_amount
      when 'net_amount' then value_amount - refunded_amount
      else epoch_us(occurred_at)
    end)::decimal(38, 6) as sort_key
  from listed
  where $from_micros::bigint is null or epoch_us(occurred_at) between $from_micros::bigint and $to_micros::bigint
)

select outcome_seq, sort_currency, sort_key
from keyed
where
  $cursor_seq::bigint is null
  or sort_currency > $cursor_currency::varchar
  or (
    sort_currency = $cursor_currency::varchar
    and (sort_key, outcome_seq) < ($cursor_key::decimal(38, 6), $cursor_seq::bigint)
  )
order by sort_currency, sort_key desc, outcome_seq desc
limit $limit::bigint
