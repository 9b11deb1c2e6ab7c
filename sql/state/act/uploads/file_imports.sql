-- name: file_import_add
-- One row: a file that was uploaded.
insert into file_imports
  (import_id, profile_id, status, kind, file_name, content_hash, bytes, reading, is_mapping_kept, preview, created_by, created_at, expires_at)
values
  ($import_id, $profile_id, $status, $kind, $file_name, $content_hash, $bytes, $reading, $is_mapping_kept, $preview, $created_by, $now, $expires_at);

-- name: file_import_get
-- One row: the import of this profile.
select * from file_imports where profile_id = $profile_id and import_id = $import_id;

-- name: file_imports_list
-- One row per import of the profile, the newest first.
select * from file_imports
where profile_id = $profile_id and import_no < $before
order by import_no desc
limit $limit;

-- name: file_imports_count
-- One row: the number of files of the profile that wait.
-- columns: waiting integer
select count(*) as waiting from file_imports
where profile_id = $profile_id and status in ('asks', 'refused', 'ready', 'running', 'failed') and expires_at > $now;

-- name: file_imports_of_payments
-- One row: the number of imports that are through and lead to this import of payments, other than this.
-- columns: others integer
select count(*) as others from file_imports
where profile_id = $profile_id and payments_import = $payments_import and import_id <> $import_id and status in ('completed', 'running');

-- name: file_import_read_again
-- One row: another reading of a file that waits, unless another has come since.
update file_imports
set reading = $reading, revision = revision + 1, is_mapping_kept = 0, status = $status, kind = $kind, preview = $preview
where import_id = $import_id and revision = $revision and status in ('asks', 'refused', 'ready', 'failed');

-- name: file_import_begin
-- One row: the import runs from now on.
update file_imports
set status = 'running', run = $run, expires_at = $expires_at
where import_id = $import_id and status in ('ready', 'failed');

-- name: file_import_plan
-- One row: what a running import has planned to write.
update file_imports set run = $run where import_id = $import_id and status = 'running';

-- name: file_import_name_payments
-- One row: the import of payments that it leads to.
update file_imports set payments_import = $payments_import where import_id = $import_id;

-- name: file_import_finish
-- One row: the import is through.
update file_imports
set status = 'completed', result = $result, committed_at = $now, expires_at = $expires_at
where import_id = $import_id and status = 'running';

-- name: file_import_fail
-- One row: the import ended with an error.
update file_imports set status = 'failed', preview = $preview where import_id = $import_id and status = 'running';

-- name: file_import_undo
-- One row: what it brought is taken out.
update file_imports set status = 'undone', undone_at = $now where import_id = $import_id and status = 'completed';

-- name: file_import_delete
-- One row: an upload that is forgotten.
delete from file_imports
where profile_id = $profile_id and import_id = $import_id and status in ('asks', 'refused', 'ready', 'failed');

-- name: file_imports_all
-- One row per import of the profile.
select * from file_imports where profile_id = $profile_id;

-- name: file_imports_forget
-- One row per upload of the profile that nobody committed.
delete from file_imports where profile_id = $profile_id and status in ('asks', 'refused', 'ready', 'failed');

-- name: file_imports_forget_rejects
-- One row per import of the profile that is through: the list of its rejected rows is no longer kept.
update file_imports set expires_at = $now where profile_id = $profile_id and status in ('completed', 'undone') and expires_at > $now;

-- name: file_imports_expire
-- One row per upload that was not committed in time.
delete from file_imports where status in ('asks', 'refused', 'ready', 'failed') and expires_at <= $now;

-- name: file_import_rewrite
-- An import, without an erased person.
update file_imports set file_name = $file_name, preview = $preview, result = $result where import_id = $import_id;

-- name: file_imports_kept
-- One row per import whose file, or list of rejected rows, is kept.
select import_id from file_imports where expires_at > $now;

-- name: file_imports_running
-- One row per import that runs.
select profile_id, import_id, created_by, expires_at from file_imports where status = 'running' order by import_no;
