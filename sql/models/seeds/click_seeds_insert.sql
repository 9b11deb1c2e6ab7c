-- One row per row of the seed.
insert into click_seeds
select unnest(from_json($rows, '[{"kind": "varchar", "platform": "varchar", "source": "varchar", "proves_paid": "boolean"}]'), recursive := true)
