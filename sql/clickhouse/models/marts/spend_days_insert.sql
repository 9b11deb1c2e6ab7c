-- One row per (platform, account, day) reported.
-- needs: spend_current
insert into spend_days
select platform, account_id, spend_day, max(seq) from spend_current group by platform, account_id, spend_day;
