-- One row per touch, with its channel under the rules in force.
-- month: touched_at
select
  touches.touch_seq, touches.is_synthetic, touches.is_view, touches.session_seq, touches.visitor_key, touches.person_key, touches.touched_at,
  origins.channel, origins.source, origins.medium, origins.campaign, origins.platform, origins.account_id, origins.campaign_id, origins.adset_id,
  origins.ad_id, origins.is_paid, origins.is_direct, origins.rule_id, touches.landing_path, touches.device, touches.country
from touches
join origins using (origin_id)
order by touches.touch_seq, touches.is_synthetic
