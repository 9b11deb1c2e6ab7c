-- One row per built-in definition; decisions override them.
insert into definitions
select
  definition.definition_no, definition.conversion_key, definition.name, definition.event_types, definition.type_keys, definition.revenue_type,
  definition.counting, definition.value_rule, accurateCastOrNull(round(toDecimal128OrNull(definition.fixed_value, 7), 6), 'Decimal(18, 6)'),
  definition.fixed_currency, definition.lookback_window_days, definition.is_default, definition.is_active
from (
  select JSONExtract(row, 'Tuple(
    definition_no Int32, conversion_key String, name String, event_types Array(String), type_keys Array(String), revenue_type String,
    counting String, value_rule String, fixed_value Nullable(String), fixed_currency Nullable(String), lookback_window_days Nullable(Int32),
    is_default Bool, is_active Bool
  )') as definition
  from raw_seeds where seed = 'definitions'
)
where definition.definition_no not in (select JSONExtract(payload, 'definition_no', 'Int32') from batch_decisions where kind = 'definition');
