-- One row: how many rows were ever changed over this connection.
select total_changes() as changes
