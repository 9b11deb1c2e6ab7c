-- One row per event that a definition lists, or that reverses or continues a payment, with its person.
-- needs: outcome_events, outcome_types
-- fills: outcomes (under_definitions)
insert into outcomes
with settled as (
  select
    outcome_events.* except (installment_of_key),
    if(payment_installments.payment_seq is null, outcome_events.installment_of_key, payment_installments.installment_of_key) as installment_of_key
  from outcome_events
  left join payment_installments on payment_installments.payment_seq = outcome_events.seq
),
chosen as (
  select settled.*
  from settled
  where (
      type_key in (select type_key from outcome_types)
      or refund_of_key is not null
      or installment_of_key is not null
    )
    and not (is_excluded and trust = 'browser')
    and settled.seq not in (select seq from withdrawn_facts)
),
identified as (
  select
    event_identifiers.seq as seq,
    toNullable(argMin(identifier_map.customer_no, event_identifiers.priority)) as customer_no,
    toNullable(argMin(identifier_map.type, event_identifiers.priority)) as type
  from event_identifiers
  join identifier_map using (identifier_key)
  -- Where link tokens alone identify browsers, nor does what one says of itself.
  where event_identifiers.seq in (
    select seq
    from chosen
    where trust = 'server' or (select count() from settings where name = 'identify_browsers_by' and value = 'link_token') = 0
  )
  group by event_identifiers.seq
),
browsers as (
  select visitor_key, person_key from visitor_people where visitor_key in (select visitor_key from chosen)
),
paid_by as (
  select chosen.* except (seq), chosen.seq as seq, identified.customer_no as identified_no, identified.type as identified_type, payment_payers.customer_no as payer_no,
    coalesce(payment_payers.customer_no, identified.customer_no) as named_no
  from chosen
  left join identified on identified.seq = chosen.seq
  left join payment_payers on payment_payers.payment_seq = chosen.seq
)
select
  paid_by.seq,
  paid_by.event_type,
  paid_by.type_key,
  paid_by.trust,
  assumeNotNull(coalesce(component_map.person_key, paid_by.payer_no, paid_by.identified_no, browsers.person_key, -paid_by.visitor_key, -4611686018427387904 - paid_by.seq)),
  assumeNotNull(coalesce(if(paid_by.payer_no is null, null, 'assigned'), paid_by.identified_type, if(paid_by.visitor_key is null, 'none', 'anonymous_id'))),
  paid_by.visitor_key,
  paid_by.occurred_at,
  paid_by.origin_id,
  paid_by.clicked_at,
  if(paid_by.trust = 'server', paid_by.value_amount, null),
  paid_by.currency,
  paid_by.outcome_key,
  paid_by.refund_of_key,
  paid_by.installment_of_key,
  paid_by.deal_key,
  paid_by.country,
  paid_by.device
from paid_by
left join component_map on component_map.customer_no = paid_by.named_no
left join browsers on browsers.visitor_key = paid_by.visitor_key;
