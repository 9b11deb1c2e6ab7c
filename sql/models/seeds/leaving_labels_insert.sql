-- One row per row of the seed.
insert into leaving_labels
select unnest(from_json($rows, '[{"label": "varchar"}]'), recursive := true)
