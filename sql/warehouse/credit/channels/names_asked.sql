-- One row per name of a request. It replaces the table of that name in the statements of the request.
-- makes: own_names (under_rules)
create temp table own_names as
select unnest(
  from_json($names, '[{"field": "varchar", "name": "varchar", "meaning": "varchar", "meaning_name": "varchar"}]'),
  recursive := true
)
