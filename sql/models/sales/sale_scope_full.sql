-- One row per payment that shares an id with another, or of which the merchant said whether it is the same sale as another.
-- makes: sale_scope (full)
create temp table sale_scope as
with shared as (
  select kind, sale_key from sale_keys group by all having count(*) > 1
)
select seq from sale_keys join shared using (kind, sale_key)
union
select payment_a from sale_pairs
union
select payment_b from sale_pairs
