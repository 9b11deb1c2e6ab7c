-- One row per new payment of a server and id by which others know the same sale.
-- needs: parsed_events
insert into sale_keys
with paid as (
  select seq, body from parsed_events
  where trust = 'server' and body.value_amount is not null and body.currency is not null and body.refund_of_key is null
),
named as (
  select seq, unnest(body.sale.keys) as named from paid where body.sale.keys is not null
),
listed as (
  select seq, 'payment' as kind, body.outcome_key as sale_key from paid where body.outcome_key is not null
  union
  select seq, 'order', body.deal_key from paid where body.deal_key is not null
  union
  select seq, named.kind, named.sale_key from named
)
select seq, kind, sale_key from listed order by seq, kind, sale_key
