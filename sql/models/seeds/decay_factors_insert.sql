-- One row per row of the seed.
insert into decay_factors
select unnest(from_json($rows, '[{"unit": "varchar", "step": "integer", "factor": "bigint"}]'), recursive := true)
