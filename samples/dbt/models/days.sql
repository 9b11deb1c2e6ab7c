-- One row per day: what MetricFlow counts time by.
select cast(range as date) as date_day
from range(date '2020-01-01', date '2040-01-01', interval 1 day)
