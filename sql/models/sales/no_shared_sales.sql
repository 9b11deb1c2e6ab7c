-- One row where no payment reports the sale of another, otherwise none.
-- makes: no_shared_sales
create temp view no_shared_sales as
select true as is_so where not exists (from sale_members)
