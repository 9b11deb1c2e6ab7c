-- One row per new payment of a server and id by which others know the same sale.
-- needs: parsed_events
insert into sale_keys
with paid as (
  select seq, body.outcome_key as outcome_key, body.deal_key as deal_key, body.sale.keys as sale_keys
  from parsed_events
  where trust = 'server' and body.value_amount is not null and body.currency is not null and body.refund_of_key is null
),
listed as (
  select
    seq,
    unnest(list_distinct(list_concat(
      [{ 'kind': 'payment', 'sale_key': outcome_key }, { 'kind': 'order', 'sale_key': deal_key }], coalesce(sale_keys, [])
    ))) as named
  from paid
)
select seq, named.kind, named.sale_key from listed where named.sale_key is not null order by all
