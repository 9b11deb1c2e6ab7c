-- One row per origin: the rules, the seeds or the spend have changed.
-- makes: scope_origins (all)
create temp table scope_origins as
select origin_id from origin_parts
