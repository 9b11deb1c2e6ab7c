-- One row per matched outcome that names a click or an ad.
-- needs: matched, scope_clicks
-- makes: naming
create table naming engine = Memory as
select
  matched.outcome_seq as outcome_seq,
  any(matched.person_key) as person_key,
  any(matched.visitor_key) as visitor_key,
  any(matched.occurred_at) as occurred_at,
  any(matched.clicked_at) as clicked_at,
  any(matched.origin_id) as origin_id,
  any(matched.device) as device,
  any(matched.country) as country
from matched
where matched.outcome_seq in (select outcome_seq from scope_clicks)
  or matched.origin_id in (select origin_id from origin_parts where ad_id is not null or adset_id is not null or campaign_id is not null)
group by matched.outcome_seq;
