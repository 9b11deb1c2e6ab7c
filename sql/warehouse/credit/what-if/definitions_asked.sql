-- One row per definition as it would be, in the place of those in force.
-- makes: definitions (under_definitions)
create temp table definitions as
select unnest(
  from_json(
    $definitions,
    '[{
      "definition_no": "integer", "conversion_key": "varchar", "name": "varchar", "event_types": ["varchar"], "type_keys": ["varchar"],
      "revenue_type": "varchar",      "counting": "varchar", "value_rule": "varchar", "fixed_value": "decimal(18,6)", "fixed_currency": "varchar",
      "lookback_window_days": "integer", "is_default": "boolean", "is_active": "boolean"
    }]'
  ),
  recursive := true
)
