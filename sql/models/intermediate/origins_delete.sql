-- One row per origin of the scope.
-- needs: scope_origins
delete from origins where origin_id in (select origin_id from scope_origins)
