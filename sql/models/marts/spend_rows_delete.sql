-- Every row of the days that are made anew.
-- needs: spend_current
delete from spend_rows
where (platform, account_id, spend_day) in (select (platform, account_id, spend_day) from spend_current)
