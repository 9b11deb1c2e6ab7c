-- One row per day of an account of which a report is in force: the fact that has it.
select platform, account_id, spend_day::varchar as day, seq
from spend_days
where (platform, account_id, spend_day) in (select (unnest($platforms::varchar[]), unnest($accounts::varchar[]), unnest($days::varchar[])::date))
