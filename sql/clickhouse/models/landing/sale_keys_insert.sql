-- One row per new payment of a server and id by which others know the same sale.
-- needs: payments_of_batch
insert into sale_keys
with paid as (
  select seq, outcome_key, deal_key, sale_keys as named_keys from payments_of_batch where refund_of_key is null
)
select seq as seq, 'payment' as kind, assumeNotNull(outcome_key) as sale_key from paid where outcome_key is not null
union distinct
select seq as seq, 'order' as kind, assumeNotNull(deal_key) as sale_key from paid where deal_key is not null
union distinct
select seq as seq, assumeNotNull(named.kind) as kind, assumeNotNull(named.sale_key) as sale_key from paid array join named_keys as named;
