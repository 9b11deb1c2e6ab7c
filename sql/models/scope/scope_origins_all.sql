-- One row per origin: the rules, the seeds or the spend have changed.
create temp table scope_origins as
select origin_id from origin_parts
