-- No row: visits that the list of bots names are bots but for the exceptions in force, whatever these were when the visits landed.
-- needs: exempt_agents
alter table events
update
  is_bot = bot_agent not in (select agent from exempt_agents),
  is_excluded = is_internal or bot_agent not in (select agent from exempt_agents)
where bot_agent is not null and is_bot <> (bot_agent not in (select agent from exempt_agents))
settings mutations_sync = 2;
