-- Every row of the days that are made anew.
-- needs: changed_spend_days
delete from spend_rows
where (platform, account_id, spend_day) in (select (platform, account_id, spend_day) from changed_spend_days)
