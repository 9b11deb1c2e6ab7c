-- One row per name of a request. It stands before the table of that name.
-- makes: own_names (under_rules)
create temp table own_names as
select unnest(
  from_json($names, '[{"field": "varchar", "name": "varchar", "meaning": "varchar", "meaning_name": "varchar"}]'),
  recursive := true
)
