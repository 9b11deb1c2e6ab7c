-- One row per finding about how outcomes are reported and line of evidence (`label`; null for all cases together).
-- needs: outcome_flags
-- columns: label?
-- columns: finding 'page_behind_sale'|'double_sale'|'test_orders'|'value_missing'|'value_outlier'|'value_multiplied'|'currency_without_rate'|'late'|'very_late'|'match_email'|'match_phone'|'match_click_id'|'match_browser'|'match_external_id'
with
unvalued as (
  select
    outcomes.event_type,
    outcomes.occurred_at::date >= $date_from::date as is_current,
    outcomes.value_amount is null as is_hit
  from outcomes
  where
    outcomes.trust = 'server'
    and outcomes.refund_of_key is null
    and outcomes.occurred_at >= $money_from::timestamp
    and outcomes.occurred_at < $date_to::timestamp + interval 1 day
    and outcomes.type_key in (
      select unnest(type_keys) from definitions where is_active and revenue_type = 'cash' and value_rule = 'event'
    )
),

cases as (
  select 'page_behind_sale' as finding, event_type as label, has_page as is_hit, is_current, amount from outcome_flags
  union all
  select 'double_sale', double_label, is_double, is_current, amount from outcome_flags
  union all
  select 'test_orders', test_label, is_test, is_current, amount from outcome_flags
  union all
  select 'value_missing', event_type, is_hit, is_current, 0 from unvalued
  union all
  select 'value_outlier', if(is_outlier, event_type, null), is_outlier, is_current, amount from outcome_flags
  union all
  select 'value_multiplied', null, is_multiplied, is_current, amount from outcome_flags
  union all
  select 'currency_without_rate', coalesce(currency, '(none)'), lacks_rate, is_current, amount from outcome_flags
  union all
  select 'late', event_type, is_late, is_current, amount from outcome_flags where not is_imported
  union all
  select 'very_late', event_type, is_very_late, is_current, amount from outcome_flags where not is_imported
  union all
  select 'match_email', null, has_email, is_current, amount from outcome_flags
  union all
  select 'match_phone', null, has_phone, is_current, amount from outcome_flags
  union all
  select 'match_click_id', null, has_click, is_current, amount from outcome_flags
  union all
  select 'match_browser', null, has_browser, is_current, amount from outcome_flags
  union all
  select 'match_external_id', null, has_external_id, is_current, amount from outcome_flags
),

counted as (
  select
    finding,
    if(grouping(label) = 1, null, coalesce(label, '')) as label,
    count_if(is_current and is_hit)::integer as hits,
    count_if(is_current)::integer as cases,
    coalesce(sum(amount) filter (where is_current and is_hit), 0)::decimal(38, 6) as cash,
    coalesce(sum(amount) filter (where is_current), 0)::decimal(38, 6) as cases_cash,
    count_if(not is_current and is_hit)::integer as before_hits,
    count_if(not is_current)::integer as before_cases
  from cases
  group by grouping sets ((finding), (finding, label))
)

-- A line about hits alone is one of all cases.
select * replace (if(hits = cases and label is not null, max(cases) over (partition by finding), cases)::integer as cases)
from counted
where label is distinct from ''
order by finding, label is not null, hits desc, label
