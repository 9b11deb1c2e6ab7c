-- One row per host of the list of referrer spam with visits that do not count.
select bot_agent as user_agent, count(*) as events, sum(count(*)) over ()::bigint as all_events
from events
where is_bot
  and starts_with(bot_agent, 'referrer spam: ')
  and received_at >= $now::timestamp - to_days($days::integer)
group by bot_agent
order by events desc, user_agent
limit 10
