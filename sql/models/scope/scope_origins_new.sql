-- One row per origin not yet classified.
-- makes: scope_origins (new)
create temp table scope_origins as
select origin_id from origin_parts where origin_id not in (select origin_id from origins)
