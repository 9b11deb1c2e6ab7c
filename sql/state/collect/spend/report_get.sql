-- One row: what was last accepted for a day of an ad account.
select content_hash from spend_reports
where profile_id = $profile_id and platform = $platform and account_id = $account_id and spend_day = $spend_day
