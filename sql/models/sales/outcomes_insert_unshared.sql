-- One row per event that a definition lists, that reverses or continues a payment, or that is a message which an ad led to, with its person: what intermediate/outcomes_insert comes to
-- where no payment reports the sale of another, in half of the time.
-- needs: outcome_events, outcome_types
-- fills: outcomes (without_shared_sales)
insert into outcomes
with settled as (
  select
    outcome_events.* exclude (installment_of_key),
    if(payment_installments.payment_seq is null, outcome_events.installment_of_key, payment_installments.installment_of_key) as installment_of_key
  from outcome_events
  left join payment_installments on payment_installments.payment_seq = outcome_events.seq
),
-- What single refunds and the totals before it leave of a total, which says how much of a payment was returned in all.
rests as (
  select
    totals.seq,
    any_value(totals.value_amount) - greatest(
      coalesce(sum(refunds.value_amount) filter (refunds.type_key <> 'refunded_total'), 0),
      coalesce(max(refunds.value_amount) filter (
        refunds.type_key = 'refunded_total'
        and (refunds.occurred_at, refunds.value_amount, refunds.seq) < (totals.occurred_at, totals.value_amount, totals.seq)
      ), 0)
    ) as amount
  from settled as totals
  join money_facts as refunds on refunds.refund_of_key = totals.refund_of_key and refunds.currency = totals.currency
  where
    totals.type_key = 'refunded_total'
    and refunds.type_key not in ('chargeback', 'dispute', 'dispute_lost', 'payment_failed')
    and refunds.seq not in (select seq from withdrawn_facts)
  group by totals.seq
),
chosen as (
  select settled.* replace (coalesce(rests.amount, settled.value_amount) as value_amount)
  from settled
  left join rests using (seq)
  where coalesce(rests.amount, 1) > 0
    and (
      type_key in (select type_key from outcome_types)
      or refund_of_key is not null
      or installment_of_key is not null
      or (
        type_key = 'message_received' and trust = 'server'
        and origin_id in (select origin_id from origin_parts where coalesce(ad_id, adset_id, campaign_id, click_kinds) is not null)
      )
    )
    and not (is_excluded and trust = 'browser')
    and settled.seq not in (select seq from withdrawn_facts)
),
identified as (
  select
    event_identifiers.seq,
    arg_min(identifier_map.customer_no, event_identifiers.priority) as customer_no,
    arg_min(identifier_map.type, event_identifiers.priority) as type
  from event_identifiers
  join identifier_map using (identifier_key)
  -- Where link tokens alone identify browsers, nor does what one says of itself.
  where event_identifiers.seq in (
    select seq
    from chosen
    where trust = 'server' or not exists (select 1 from settings where name = 'identify_browsers_by' and value = 'link_token')
  )
  group by event_identifiers.seq
),
browsers as (
  -- Not all of them: beside the few outcomes of a round that took half of the statement's time.
  select visitor_key, person_key from visitor_people where visitor_key in (select visitor_key from chosen)
)
select
  chosen.seq,
  chosen.event_type,
  chosen.type_key,
  chosen.trust,
  coalesce(component_map.person_key, payment_payers.customer_no, identified.customer_no, browsers.person_key, -chosen.visitor_key, -4611686018427387904 - chosen.seq),
  coalesce(if(payment_payers.customer_no is null, null, 'assigned'), identified.type, case when chosen.visitor_key is null then 'none' else 'anonymous_id' end),
  chosen.visitor_key,
  chosen.occurred_at,
  chosen.origin_id,
  chosen.clicked_at,
  case when chosen.trust = 'server' then chosen.value_amount end,
  chosen.currency,
  chosen.outcome_key,
  chosen.refund_of_key,
  chosen.installment_of_key,
  chosen.deal_key,
  chosen.country,
  chosen.device
from chosen
left join identified on identified.seq = chosen.seq
left join payment_payers on payment_payers.payment_seq = chosen.seq
left join component_map on component_map.customer_no = coalesce(payment_payers.customer_no, identified.customer_no)
left join browsers on browsers.visitor_key = chosen.visitor_key
