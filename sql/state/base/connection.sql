-- name: changes_count
-- One row: how many rows were ever changed over this connection.
-- columns: changes integer
select total_changes() as changes;
