-- One row per (platform, account, day) reported.
-- month: spend_day
select * from spend_days order by all
