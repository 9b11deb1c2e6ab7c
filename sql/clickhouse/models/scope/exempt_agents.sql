-- One row per user agent of a flagged visit that the exceptions in force take out.
-- makes: exempt_agents
create table exempt_agents engine = Memory as
select distinct events.bot_agent as agent
from events
cross join bot_exceptions
where events.bot_agent is not null and position(assumeNotNull(events.agent_key), bot_exceptions.pattern) > 0;
