-- One row per outcome that names a click or an ad: of those that match a definition, and of messages, whose ad is a touch without one.
-- needs: matched, scope_clicks, scoped
-- makes: naming
create table naming engine = Memory as
with candidates as (
  select outcome_seq, person_key, visitor_key, occurred_at, clicked_at, origin_id, device, country from matched
  union all
  select outcome_seq, person_key, visitor_key, occurred_at, clicked_at, origin_id, device, country
  from scoped
  where type_key = 'message_received' and trust = 'server' and refund_of_key is null and continues_seq is null
)
select
  candidates.outcome_seq as outcome_seq,
  any(candidates.person_key) as person_key,
  any(candidates.visitor_key) as visitor_key,
  any(candidates.occurred_at) as occurred_at,
  any(candidates.clicked_at) as clicked_at,
  any(candidates.origin_id) as origin_id,
  any(candidates.device) as device,
  any(candidates.country) as country
from candidates
where candidates.outcome_seq in (select outcome_seq from scope_clicks)
  or candidates.origin_id in (select origin_id from origin_parts where ad_id is not null or adset_id is not null or campaign_id is not null)
group by candidates.outcome_seq;
