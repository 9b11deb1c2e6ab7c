-- At most one row: the conversion that `journey` names, or the newest counted one of the person, with the windows of
-- `scope_windows` and the profile's model.
-- needs: journey, scope_windows
-- columns: revenue_type 'cash'|'pipeline'|'gross', net_amount?, currency?, join_method?
-- columns: model 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
select
  conversions.conversion_no, conversions.outcome_seq, conversions.conversion_key, conversions.revenue_type, conversions.person_key,
  conversions.converted_at, conversions.is_counted, conversions.net_amount, conversions.currency, conversions.join_method,
  scope_windows.window_days, scope_windows.first_touch_days,
  coalesce((select max(value) from settings where name = 'model'), 'last_non_direct') as model
from conversions
join scope_windows using (definition_no)
where
  conversions.conversion_no = getvariable('journey').conversion_no
  or (
    getvariable('journey').conversion_no is null
    and conversions.person_key = getvariable('journey').person_key
    and conversions.is_counted
  )
order by conversions.converted_at desc, conversions.conversion_no desc
limit 1
