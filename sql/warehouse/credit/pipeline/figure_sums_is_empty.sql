-- One row: whether nothing has converted and nothing was spent.
select count(*) = 0 as is_empty from (select 1 from conversions union all select 1 from spend_rows limit 1)
