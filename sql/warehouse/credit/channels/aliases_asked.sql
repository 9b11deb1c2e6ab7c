-- One row per alias of a request. It stands before the table of that name.
-- makes: spend_aliases (under_rules)
create temp table spend_aliases as
select unnest(
  from_json($aliases, '[{"utm_source": "varchar", "utm_medium": "varchar", "platform": "varchar"}]'),
  recursive := true
)
