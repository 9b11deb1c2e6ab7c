-- One row per definition changed: its latest form.
-- needs: batch_decisions
insert into definitions
with text -> if(
  isValidASCII(text),
  lower(trim(both ' ' from text)),
  arrayStringConcat(arrayMap(
    letter -> multiIf(letter = 'İ', 'i', match(letter, '[\\x{1C89}\\x{A7CB}\\x{A7CC}\\x{A7CE}\\x{A7D2}\\x{A7D4}\\x{A7DA}\\x{A7DC}\\x{10D50}-\\x{10D65}\\x{16EA0}-\\x{16EB8}]'), letter, lowerUTF8(letter)),
    extractAll(replaceRegexpAll(text, '^\\p{Zs}+|\\p{Zs}+$', ''), '(?s).')
  ))
) as key,
latest as (
  select JSONExtract(payload, 'definition_no', 'Int32') as definition_no, JSONExtract(argMax(payload, decision_no), 'Tuple(
    conversion_key String, name String, event_types Array(String), type_keys Array(String), revenue_type String,
    counting String, value_rule String, fixed_value Nullable(String), fixed_currency Nullable(String), lookback_window_days Nullable(Int32),
    is_default Bool, is_active Bool
  )') as definition, JSONHas(argMax(payload, decision_no), 'type_keys') as has_keys
  from batch_decisions
  where kind = 'definition'
  group by definition_no
)
select
  definition_no, definition.conversion_key, definition.name, definition.event_types,
  if(has_keys, definition.type_keys, arrayMap(type -> key(type), definition.event_types)),
  definition.revenue_type, definition.counting, definition.value_rule,
  accurateCastOrNull(round(toDecimal128OrNull(definition.fixed_value, 7), 6), 'Decimal(18, 6)'),
  definition.fixed_currency, definition.lookback_window_days, definition.is_default, definition.is_active
from latest;
