-- One row per row of the seed.
insert into source_seeds
select unnest(from_json($rows, '[{"domain": "varchar", "source": "varchar", "category": "varchar"}]'), recursive := true)
