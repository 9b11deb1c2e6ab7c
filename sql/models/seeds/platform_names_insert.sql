-- One row per name of an ad platform.
insert into platform_names
select unnest(from_json($rows, '[{"name": "varchar", "platform": "varchar"}]'), recursive := true)
