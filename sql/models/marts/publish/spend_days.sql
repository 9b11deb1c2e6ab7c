-- One row per (platform, account, day) reported.
select * from spend_days order by all
