-- One row per origin: the rules, the seeds or the spend have changed.
-- makes: scope_origins (all)
create table scope_origins engine = Memory as select origin_id from origin_parts;
