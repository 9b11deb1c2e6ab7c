-- One row per piece of an upload that has expired.
delete from statement_pieces
where import_id in (select import_id from statement_imports where status in ('parsed', 'committing') and expires_at <= $now)
