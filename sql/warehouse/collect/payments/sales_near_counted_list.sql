-- One row per sale of a file whose money another sale had within a week, or that names an order of a counted one: the few that may be there already.
-- needs: counted_payments
with
counted_before as (
  select * from counted_payments where $before_seq::bigint is null or outcome_seq < $before_seq::bigint
),

drafts as (
  select
    unnest($numbers::bigint[]) as number, make_timestamp(unnest($moments::bigint[])) as occurred_at,
    unnest($amounts::varchar[])::decimal(18, 6) as value_amount, unnest($currencies::varchar[]) as currency
),

orders as (
  select unnest($order_numbers::bigint[]) as number, unnest($order_keys::bigint[]) as sale_key
)

select drafts.number
from drafts
join counted_before using (currency, value_amount)
where counted_before.occurred_at between drafts.occurred_at - interval 7 day and drafts.occurred_at + interval 7 day
union
select orders.number
from orders
join sale_keys on sale_keys.kind = 'order' and sale_keys.sale_key = orders.sale_key
where sale_keys.seq in (select outcome_seq from counted_before)
