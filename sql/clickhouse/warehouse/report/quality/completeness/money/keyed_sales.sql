-- One row per key of an outcome that is a report of a sale: the key of the report that counts, and whether its refunds count.
-- makes: keyed_sales
create temporary table keyed_sales as
select outcome_key, toNullable(min(sale_key)) as sale_key, toNullable(max(has_refunds)) as has_refunds
from sale_members
where outcome_key is not null
group by outcome_key;
