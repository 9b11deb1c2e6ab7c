-- One row: the upload that was read.
insert into statement_imports (import_id, profile_id, status, file_name, found, plan, created_by, created_at, expires_at)
values ($import_id, $profile_id, 'parsed', $file_name, $found, $plan, $created_by, $now, $expires_at)
