-- One row: what it brought is taken out.
update statement_imports
set status = 'undone', undone_at = $now
where import_id = $import_id and status = 'completed'
