-- One row per event that a definition lists, that reverses or continues a payment, or that is a message which an ad led to, with its person. Of payments that report one sale the one that
-- counts: others complete it where it does not say, and refunds of any are its own.
-- needs: outcome_events, outcome_types
-- fills: outcomes (under_definitions)
insert into outcomes
with keyed_sales as (
  select outcome_key, min(sale_key) as sale_key, bool_or(has_refunds) as has_refunds
  from sale_members
  where outcome_key is not null
  group by outcome_key
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
  from outcome_events as totals
  join money_facts as refunds on refunds.refund_of_key = totals.refund_of_key and refunds.currency = totals.currency
  where
    totals.type_key = 'refunded_total'
    and refunds.type_key not in ('chargeback', 'dispute', 'dispute_lost', 'payment_failed')
    and refunds.seq not in (select seq from withdrawn_facts)
  group by totals.seq
),
settled as (
  select
    outcome_events.* exclude (installment_of_key, refund_of_key) replace (coalesce(rests.amount, outcome_events.value_amount) as value_amount),
    if(payment_installments.payment_seq is null, outcome_events.installment_of_key, payment_installments.installment_of_key) as continued_key,
    coalesce(refunded.sale_key, outcome_events.refund_of_key) as refund_of_key
  from outcome_events
  left join payment_installments on payment_installments.payment_seq = outcome_events.seq
  left join keyed_sales as refunded on refunded.outcome_key = outcome_events.refund_of_key
  left join rests on rests.seq = outcome_events.seq
  where coalesce(refunded.has_refunds, true) and coalesce(rests.amount, 1) > 0
    and outcome_events.seq not in (select seq from sale_members where seq <> sale_seq)
),
named as (
  select settled.* exclude (continued_key), coalesce(continued.sale_key, settled.continued_key) as installment_of_key
  from settled
  left join keyed_sales as continued on continued.outcome_key = settled.continued_key
),
chosen as (
  select named.*
  from named
  where (
      type_key in (select type_key from outcome_types)
      or refund_of_key is not null
      or installment_of_key is not null
      or (
        type_key = 'message_received' and trust = 'server'
        and origin_id in (select origin_id from origin_parts where coalesce(ad_id, adset_id, campaign_id, click_kinds) is not null)
      )
    )
    and not (is_excluded and trust = 'browser')
    and named.seq not in (select seq from withdrawn_facts)
),
reported as (
  select
    sale_members.sale_seq, sale_members.position, events.*,
    origin_parts.origin_id is not null as has_origin
  from sale_members
  join events using (seq)
  left join origin_parts on origin_parts.origin_id = events.origin_id
    and coalesce(
      origin_parts.utm_source, origin_parts.utm_campaign, origin_parts.campaign_id, origin_parts.adset_id, origin_parts.ad_id, origin_parts.click_kinds
    ) is not null
  where sale_members.sale_seq in (select seq from chosen)
),
completions as (
  select
    sale_seq as seq,
    arg_min(visitor_key, position) filter (visitor_key is not null) as visitor_key,
    arg_min(origin_id, position) filter (has_origin) as origin_id,
    arg_min(clicked_at, position) filter (clicked_at is not null) as clicked_at,
    arg_min(deal_key, position) filter (deal_key is not null) as deal_key,
    arg_min(country, position) filter (country is not null) as country,
    arg_min(device, position) filter (device is not null) as device
  from reported
  group by sale_seq
),
completed as (
  select
    chosen.* exclude (visitor_key, origin_id, clicked_at, deal_key, country, device),
    coalesce(chosen.visitor_key, completions.visitor_key) as visitor_key,
    coalesce(completions.origin_id, chosen.origin_id) as origin_id,
    coalesce(chosen.clicked_at, completions.clicked_at) as clicked_at,
    coalesce(chosen.deal_key, completions.deal_key) as deal_key,
    coalesce(chosen.country, completions.country) as country,
    coalesce(chosen.device, completions.device) as device
  from chosen
  left join completions using (seq)
),
identifying as (
  -- Where link tokens alone identify browsers, nor does what one says of itself.
  select seq, seq as outcome_seq, 1 as position
  from chosen
  where trust = 'server' or not exists (select 1 from settings where name = 'identify_browsers_by' and value = 'link_token')
  union all
  select seq, sale_seq, position from sale_members where seq <> sale_seq and sale_seq in (select seq from chosen)
),
identified as (
  select
    identifying.outcome_seq as seq,
    arg_min(identifier_map.customer_no, event_identifiers.priority * 1000 + identifying.position) as customer_no,
    arg_min(identifier_map.type, event_identifiers.priority * 1000 + identifying.position) as type
  from event_identifiers
  join identifying using (seq)
  join identifier_map using (identifier_key)
  group by identifying.outcome_seq
),
payers as (
  select
    coalesce(sale_members.sale_seq, payment_payers.payment_seq) as seq,
    arg_min(payment_payers.customer_no, coalesce(sale_members.position, 1)) as customer_no
  from payment_payers
  left join sale_members on sale_members.seq = payment_payers.payment_seq
  group by 1
),
browsers as (
  -- Not all of them: beside the few outcomes of a round that took half of the statement's time.
  select visitor_key, person_key from visitor_people where visitor_key in (select visitor_key from completed)
)
select
  completed.seq,
  completed.event_type,
  completed.type_key,
  completed.trust,
  coalesce(component_map.person_key, payers.customer_no, identified.customer_no, browsers.person_key, -completed.visitor_key, -4611686018427387904 - completed.seq),
  coalesce(if(payers.customer_no is null, null, 'assigned'), identified.type, case when completed.visitor_key is null then 'none' else 'anonymous_id' end),
  completed.visitor_key,
  completed.occurred_at,
  completed.origin_id,
  completed.clicked_at,
  case when completed.trust = 'server' then completed.value_amount end,
  completed.currency,
  completed.outcome_key,
  completed.refund_of_key,
  completed.installment_of_key,
  completed.deal_key,
  completed.country,
  completed.device
from completed
left join identified on identified.seq = completed.seq
left join payers on payers.seq = completed.seq
left join component_map on component_map.customer_no = coalesce(payers.customer_no, identified.customer_no)
left join browsers on browsers.visitor_key = completed.visitor_key
