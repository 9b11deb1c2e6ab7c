-- One row: the profile's currency, zone and model, and the key of its default definition, as the figures in force know them.
select
  (select maxOrNullIf(value, name = 'currency') from settings) as currency,
  coalesce((select maxOrNullIf(value, name = 'timezone') from settings), 'UTC') as timezone,
  coalesce((select maxOrNullIf(value, name = 'model') from settings), 'last_non_direct') as model,
  (select anyOrNull(conversion_key) from definitions where is_active and is_default) as default_goal;
