-- One row per day of the range and currency in which money came, went or was spent on it.
-- makes: money_days (in_range)
create temporary table money_days as
select converted_day as day, cast(currency, 'Nullable(String)') as currency
from conversions
where converted_day between {money_from:Date32} and {money_to:Date32}
union distinct
select flow_day, cast(currency, 'Nullable(String)') from cash_flows where flow_day between {money_from:Date32} and {money_to:Date32}
union distinct
select spend_day, cast(currency, 'Nullable(String)') from spend_rows where spend_day between {money_from:Date32} and {money_to:Date32};
