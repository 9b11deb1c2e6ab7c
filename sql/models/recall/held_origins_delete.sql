-- One row per origin of which the facts in place know nothing.
delete from origin_parts where origin_id not in (select origin_id from events)
