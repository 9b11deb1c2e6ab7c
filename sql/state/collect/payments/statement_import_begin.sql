-- One row: from now on it is being taken in, by the plan that was confirmed.
update statement_imports
set status = 'committing', plan = $plan, expires_at = $expires_at
where import_id = $import_id and status = 'parsed'
