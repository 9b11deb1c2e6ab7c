-- One row per cause with facts.
select distinct cause from held_causes
