-- One row per payment that shares an id with another, or of which the merchant said whether it is the same sale as another.
-- makes: sale_scope (full)
create table sale_scope engine = MergeTree order by seq as
with shared as (
  select kind, sale_key from sale_keys group by kind, sale_key having count() > 1
)
select seq from sale_keys where (kind, sale_key) in (select kind, sale_key from shared)
union distinct
select payment_a as seq from sale_pairs
union distinct
select payment_b as seq from sale_pairs;
