-- One row per built-in definition; decisions override them.
insert into definitions
select unnest(
  from_json(
    $rows,
    '[{
      "definition_no": "integer", "conversion_key": "varchar", "name": "varchar", "event_types": ["varchar"], "type_keys": ["varchar"],
      "revenue_type": "varchar",      "counting": "varchar", "value_rule": "varchar", "fixed_value": "decimal(18,6)", "fixed_currency": "varchar",
      "lookback_window_days": "integer", "is_default": "boolean", "is_active": "boolean"
    }]'
  ),
  recursive := true
)
