-- One row per name of a known source.
insert into source_names
select unnest(from_json($rows, '[{"name": "varchar", "source": "varchar"}]'), recursive := true)
