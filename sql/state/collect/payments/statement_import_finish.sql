-- One row: all of it is taken in.
update statement_imports
set status = 'completed', result = $result, committed_at = $now
where import_id = $import_id and status = 'committing'
