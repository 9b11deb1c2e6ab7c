-- Sets `quality_days`: the first and last day of the period, the first of the equally long one before it, and now. What is bound to a statement
-- prunes no scan, a variable does: years of facts cost what these days cost.
-- makes: quality_days
set variable quality_days = {
  'from': $date_from::date, 'to': $date_to::date, 'before_from': $money_from::date, 'now': $now::timestamp
}
