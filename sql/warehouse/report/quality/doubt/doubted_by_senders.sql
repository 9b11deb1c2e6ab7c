-- One row per conversion of the period whose sale is on a shifted clock, or whose browser cannot be one person's.
-- needs: overused_browsers, quality_outcomes, shifted_sales
-- fills: doubted_outcomes
insert into doubted_outcomes
select 'clock_shift', conversion_no
from shifted_sales
union all
select 'browser_share', conversion_no
from quality_outcomes
where is_current and visitor_key in (select visitor_key from overused_browsers)
