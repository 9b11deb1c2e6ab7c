-- One row per origin of which the facts in place know nothing.
-- makes: held_origin_parts
create table held_origin_parts as
select * from origin_parts where origin_id not in (select origin_id from events)
