-- One row per step of a page of the journey, in order of time, with the origin of its visit, else its own.
-- needs: journey_steps
-- columns: visit_origin_id?, own_origin_id?, url?, path?, value_amount?, currency?, browser?, os?, city?, device?, country?, source?
-- columns: medium?, campaign?, account_id?, campaign_id?, adset_id?, ad_id?, channel?, is_paid?, is_direct?, rule_id?
-- columns: spend_match 'ad'|'adset'|'campaign'|'alias'|'ambiguous'?
select journey_steps.*, origins.* exclude (origin_id, platform)
from journey_steps
left join origins on origins.origin_id = coalesce(journey_steps.visit_origin_id, journey_steps.own_origin_id)
order by journey_steps.occurred_at, journey_steps.seq, journey_steps.is_synthetic
limit $limit::bigint offset $offset::bigint
