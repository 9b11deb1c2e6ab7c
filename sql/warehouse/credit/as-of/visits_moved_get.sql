-- One row: whether an origin is classified so that visits begin, or end as returns, where they did not.
-- needs: origins_next
select
  exists(
    select 1
    from origins
    join origins_next using (origin_id)
    where (origins.is_direct, origins.may_return) is distinct from (origins_next.is_direct, origins_next.may_return)
  ) as is_moved
