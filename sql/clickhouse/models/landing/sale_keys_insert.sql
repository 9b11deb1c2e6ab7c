-- One row per new payment of a server and id by which others know the same sale.
-- needs: parsed_events
insert into sale_keys
with paid as (
  select seq, body from parsed_events
  where seq in (select seq from money_facts where refund_of_key is null)
)
select seq as seq, 'payment' as kind, assumeNotNull(body.outcome_key) as sale_key from paid where body.outcome_key is not null
union distinct
select seq as seq, 'order' as kind, assumeNotNull(body.deal_key) as sale_key from paid where body.deal_key is not null
union distinct
select seq as seq, assumeNotNull(named.kind) as kind, assumeNotNull(named.sale_key) as sale_key from paid array join body.sale.keys as named;
