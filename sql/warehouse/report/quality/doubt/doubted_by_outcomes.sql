-- One row per conversion of the period and finding about how it was reported.
-- needs: outcome_flags
-- fills: doubted_outcomes
insert into doubted_outcomes
select unnest(list_filter([
  if(not has_page, 'page_behind_sale', null),
  if(is_double, 'double_sale', null),
  if(is_test, 'test_orders', null),
  if(is_outlier, 'value_outlier', null),
  if(lacks_rate, 'currency_without_rate', null),
  if(is_late and not is_imported, 'late', null)
], lambda finding: finding is not null)) as finding, conversion_no
from outcome_flags
where is_current
