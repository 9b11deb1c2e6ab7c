-- One row per user agent of a flagged visit that the exceptions in force take out.
-- makes: exempt_agents
create temp table exempt_agents as
select distinct events.bot_agent as agent
from events
join bot_exceptions on contains(events.agent_key, bot_exceptions.pattern)
where events.bot_agent is not null
