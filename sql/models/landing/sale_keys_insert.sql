-- One row per new payment of a server and id by which others know the same sale.
-- needs: payments_of_batch
insert into sale_keys
with listed as (
  select
    seq,
    unnest(list_distinct(list_concat(
      [{ 'kind': 'payment', 'sale_key': outcome_key }, { 'kind': 'order', 'sale_key': deal_key }], coalesce(sale_keys, [])
    ))) as named
  from payments_of_batch
  where refund_of_key is null
)
select seq, named.kind, named.sale_key from listed where named.sale_key is not null order by all
