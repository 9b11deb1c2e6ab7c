-- One row per session, with its channel under the rules in force.
-- month: session_day
-- column engaged_seconds: Seconds of attention, to the millisecond.
select
  sessions.session_seq, sessions.visitor_key, sessions.person_key, sessions.started_at, sessions.ended_at, sessions.session_day,
  origins.channel, origins.source, origins.medium, origins.campaign, origins.is_paid, origins.rule_id,
  sessions.page_views, sessions.events, sessions.engaged_ms / 1000 as engaged_seconds, sessions.is_bounce, sessions.landing_path,
  sessions.device, sessions.browser, sessions.os, sessions.country
from sessions
join origins using (origin_id)
order by sessions.session_seq
