-- One row per user agent that the list of bots names and that is written as a phone's or tablet's, with nothing that bots call themselves.
select bot_agent as user_agent, count(*) as events, sum(count(*)) over ()::bigint as all_events
from events
where is_bot
  and bot_agent is not null
  and not starts_with(bot_agent, 'referrer spam: ')
  and not starts_with(bot_agent, 'internal traffic: ')
  and not starts_with(bot_agent, 'quarantined key: ')
  and received_at >= $now::timestamp - to_days($days::integer)
  and (
    device in ('mobile', 'tablet')
    or regexp_matches(lower(bot_agent), 'android|iphone|ipad|ipod|windows phone|blackberry|nokia|symbian|series60|midp|cldc|bada|tizen|mobile')
  )
  and not regexp_matches(
    lower(bot_agent),
    'bot|crawl|spider|https?:|www[.]|@|preview|inspect|lighthouse|headless|monitor|validator|scan|fetch|feed|ptst|curl|python|okhttp|cfnetwork'
  )
group by bot_agent
order by events desc, user_agent
limit 10
