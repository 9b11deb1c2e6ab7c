-- One row per day of the range and currency in which money came, went or was spent on it.
-- makes: money_days (in_range)
create temp table money_days as
select converted_day as day, currency from conversions where converted_day between $money_from::date and $money_to::date
union
select flow_day, currency from cash_flows where flow_day between $money_from::date and $money_to::date
union
select spend_day, currency from spend_rows where spend_day between $money_from::date and $money_to::date
