-- name: statement_import_add
-- One row: the upload that was read.
insert into statement_imports (import_id, profile_id, status, file_name, found, plan, created_by, created_at, expires_at)
values ($import_id, $profile_id, 'parsed', $file_name, $found, $plan, $created_by, $now, $expires_at);

-- name: statement_import_begin
-- One row: the import is accepted from now on, by the confirmed plan.
update statement_imports
set status = 'committing', plan = $plan, expires_at = $expires_at
where import_id = $import_id and status = 'parsed';

-- name: statement_import_finish
-- One row: the import is accepted as a whole.
update statement_imports
set status = 'completed', result = $result, committed_at = $now
where import_id = $import_id and status = 'committing';

-- name: statement_import_get
-- One row: the import of this profile.
select * from statement_imports where profile_id = $profile_id and import_id = $import_id;

-- name: statement_import_rewrite
-- An import, without an erased person.
update statement_imports
set file_name = $file_name, found = $found, result = $result
where import_id = $import_id;

-- name: statement_import_undo
-- One row: what it brought is taken out.
update statement_imports
set status = 'undone', undone_at = $now
where import_id = $import_id and status = 'completed';

-- name: statement_imports_all
-- One row per import of the profile.
select * from statement_imports where profile_id = $profile_id;

-- name: statement_imports_expire
-- One row per upload that was not committed in time.
delete from statement_imports where status = 'parsed' and expires_at <= $now;

-- name: statement_imports_forget
-- One row per uncommitted upload of the profile.
delete from statement_imports where profile_id = $profile_id and status = 'parsed';

-- name: statement_imports_list
-- One row per import of payments of the profile, the newest first.
select * from statement_imports
where profile_id = $profile_id and import_no < $before and plan ->> '$.format.format' <> 'events'
order by import_no desc
limit $limit;

-- name: statement_imports_unfinished
-- One row per import that was being accepted when its runner was lost.
select profile_id, import_id, created_by from statement_imports where status = 'committing' and expires_at > $now order by import_no;
