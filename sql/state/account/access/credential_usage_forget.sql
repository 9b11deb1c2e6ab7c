-- Days before this one are forgotten.
delete from credential_usage
where usage_day < $before
