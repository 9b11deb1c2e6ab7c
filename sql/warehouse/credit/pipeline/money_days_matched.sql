-- One row per day of the range and currency of what would be conversions, and of those that stand.
-- needs: matched
-- makes: money_days (matched)
create temp table money_days as
select converted_day as day, amount_currency as currency from matched where converted_day between $date_from::date and $date_to::date
union
select converted_day, currency from conversions where converted_day between $date_from::date and $date_to::date
