-- One row per import that was being taken in when its runner was lost.
select profile_id, import_id, created_by from statement_imports where status = 'committing' and expires_at > $now order by import_no
