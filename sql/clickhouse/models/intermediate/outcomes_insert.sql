-- One row per event that a definition lists, that reverses or continues a payment, or that is a message which an ad led to, with its person. Of payments that report one sale the one that
-- counts: others complete it where it does not say, and refunds of any are its own.
-- needs: outcome_events, outcome_types
-- fills: outcomes (under_definitions)
insert into outcomes
with keyed_sales as (
  select outcome_key as member_key, min(sale_key) as counted_key, max(has_refunds) as has_refunds
  from sale_members
  where outcome_key is not null
  group by member_key
),
-- What single refunds and the totals before it leave of a total, which says how much of a payment was returned in all.
rests as (
  select
    totals.seq as total_seq,
    toNullable(any(assumeNotNull(totals.value_amount)) - greatest(
      sumIf(refunds.value_amount, refunds.type_key <> 'refunded_total'),
      maxIf(
        refunds.value_amount,
        refunds.type_key = 'refunded_total'
        and (refunds.occurred_at, refunds.value_amount, refunds.seq) < (totals.occurred_at, assumeNotNull(totals.value_amount), totals.seq)
      )
    )) as rest
  from (
    select seq, occurred_at, refund_of_key, currency, value_amount from outcome_events where type_key = 'refunded_total' and value_amount is not null
  ) as totals
  join money_facts as refunds on refunds.refund_of_key = totals.refund_of_key and refunds.currency = totals.currency
  where
    refunds.type_key not in ('chargeback', 'dispute', 'dispute_lost', 'payment_failed')
    and refunds.seq not in (select seq from withdrawn_facts)
  group by total_seq
),
settled as (
  select
    outcome_events.* except (installment_of_key, refund_of_key, value_amount),
    if(rests.rest is null, outcome_events.value_amount, cast(rests.rest, 'Nullable(Decimal(18, 6))')) as value_amount,
    if(payment_installments.payment_seq is null, outcome_events.installment_of_key, payment_installments.installment_of_key) as continued_key,
    coalesce(refunded.counted_key, outcome_events.refund_of_key) as refund_of_key
  from outcome_events
  left join payment_installments on payment_installments.payment_seq = outcome_events.seq
  left join keyed_sales as refunded on refunded.member_key = outcome_events.refund_of_key
  left join rests on rests.total_seq = outcome_events.seq
  where coalesce(refunded.has_refunds, true) and coalesce(rests.rest > 0, true)
    and outcome_events.seq not in (select seq from sale_members where seq <> sale_seq)
),
named as (
  select settled.* except (continued_key), coalesce(continued.counted_key, settled.continued_key) as installment_of_key
  from settled
  left join keyed_sales as continued on continued.member_key = settled.continued_key
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
sources as (
  select origin_id from origin_parts
  where coalesce(utm_source, utm_campaign, campaign_id, adset_id, ad_id, click_kinds) is not null
),
completions as (
  select
    sale_members.sale_seq as completed_seq,
    argMinOrNullIf(events.visitor_key, sale_members.position, events.visitor_key is not null) as own_visitor_key,
    argMinOrNullIf(events.origin_id, sale_members.position, events.origin_id in (select origin_id from sources)) as own_origin_id,
    argMinOrNullIf(events.clicked_at, sale_members.position, events.clicked_at is not null) as own_clicked_at,
    argMinOrNullIf(events.deal_key, sale_members.position, events.deal_key is not null) as own_deal_key,
    argMinOrNullIf(events.country, sale_members.position, events.country is not null) as own_country,
    argMinOrNullIf(events.device, sale_members.position, events.device is not null) as own_device
  from sale_members
  join (select * from events where seq in (select seq from sale_members)) as events on events.seq = sale_members.seq
  group by sale_members.sale_seq
),
completed as (
  select
    chosen.* except (visitor_key, origin_id, clicked_at, deal_key, country, device),
    coalesce(chosen.visitor_key, completions.own_visitor_key) as visitor_key,
    assumeNotNull(coalesce(completions.own_origin_id, chosen.origin_id)) as origin_id,
    coalesce(chosen.clicked_at, completions.own_clicked_at) as clicked_at,
    coalesce(chosen.deal_key, completions.own_deal_key) as deal_key,
    coalesce(chosen.country, completions.own_country) as country,
    coalesce(chosen.device, completions.own_device) as device
  from chosen
  left join completions on completions.completed_seq = chosen.seq
),
identifying as (
  -- Where link tokens alone identify browsers, nor does what one says of itself.
  select seq, seq as outcome_seq, 1 as position
  from chosen
  where trust = 'server' or (select count() from settings where name = 'identify_browsers_by' and value = 'link_token') = 0
  union all
  select seq, sale_seq as outcome_seq, position from sale_members where seq <> sale_seq and sale_seq in (select seq from chosen)
),
identified as (
  select
    identifying.outcome_seq as seq,
    toNullable(argMin(identifier_map.customer_no, event_identifiers.priority * 1000 + identifying.position)) as customer_no,
    toNullable(argMin(identifier_map.type, event_identifiers.priority * 1000 + identifying.position)) as type
  from event_identifiers
  join identifying on identifying.seq = event_identifiers.seq
  join identifier_map on identifier_map.identifier_key = event_identifiers.identifier_key
  group by identifying.outcome_seq
),
payers as (
  select
    coalesce(sale_members.sale_seq, payment_payers.payment_seq) as paid_seq,
    argMin(payment_payers.customer_no, coalesce(sale_members.position, 1)) as customer_no
  from payment_payers
  left join sale_members on sale_members.seq = payment_payers.payment_seq
  group by paid_seq
),
browsers as (
  select visitor_key, person_key from visitor_people where visitor_key in (select visitor_key from completed)
),
paid_by as (
  select completed.* except (seq), completed.seq as seq, identified.customer_no as identified_no, identified.type as identified_type, payers.customer_no as payer_no,
    coalesce(payers.customer_no, identified.customer_no) as named_no
  from completed
  left join identified on identified.seq = completed.seq
  left join payers on payers.paid_seq = completed.seq
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
