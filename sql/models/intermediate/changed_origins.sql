-- One row per origin already known whose classification differs from before.
-- needs: origins_next
-- fills: changed_origins
insert into changed_origins
select origins.origin_id
from origins
join origins_next using (origin_id)
where (origins.channel, origins.is_paid, origins.is_direct, origins.source, origins.may_return)
  is distinct from (
    origins_next.channel, origins_next.is_paid, origins_next.is_direct, origins_next.source, origins_next.may_return
  )
