-- One row per outcome that names a click or an ad: of those that match a definition, and of messages, whose ad is a touch without one.
-- needs: matched, scope_clicks, scoped
-- makes: naming
create temp table naming as
with candidates as (
  select outcome_seq, person_key, visitor_key, occurred_at, clicked_at, origin_id, device, country from matched
  union all
  select outcome_seq, person_key, visitor_key, occurred_at, clicked_at, origin_id, device, country
  from scoped
  where type_key = 'message_received' and trust = 'server' and refund_of_key is null and continues_seq is null
)
select
  outcome_seq,
  any_value(person_key) as person_key,
  any_value(visitor_key) as visitor_key,
  any_value(occurred_at) as occurred_at,
  any_value(clicked_at) as clicked_at,
  any_value(origin_id) as origin_id,
  any_value(device) as device,
  any_value(country) as country
from candidates
where outcome_seq in (select outcome_seq from scope_clicks)
  or origin_id in (
    select origin_id from origin_parts where ad_id is not null or adset_id is not null or campaign_id is not null
  )
group by outcome_seq
