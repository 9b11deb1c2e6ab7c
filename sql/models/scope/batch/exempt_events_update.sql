-- One row per new event of an agent on the list of bots that an exception in force takes out.
-- needs: new_events
update events
set is_bot = false, is_excluded = is_internal
where seq in (select seq from new_events) and is_bot
  and bot_agent in (
    select events.bot_agent
    from events
    join bot_exceptions on contains(events.agent_key, bot_exceptions.pattern)
    where events.seq in (select seq from new_events)
  )
