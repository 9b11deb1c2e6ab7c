-- One row: what has arrived at all.
select
  exists (select 1 from events where trust = 'browser' and has_page and (not is_bot or starts_with(bot_agent, 'internal traffic: '))) as has_tracked,
  exists (select 1 from events where has_page and not is_excluded) as has_visits,
  exists (select 1 from events where trust = 'browser' and has_page and is_excluded and (not is_bot or starts_with(bot_agent, 'internal traffic: '))) as has_test_visits,
  exists (select 1 from events where trust = 'server' and not has_page) as has_outcomes,
  exists (select 1 from spend_days) as has_spend
