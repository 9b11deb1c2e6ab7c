-- name: statement_piece_add
-- One row: a piece of an upload.
insert into statement_pieces (import_id, piece_no, profile_id, sealed) values ($import_id, $piece_no, $profile_id, $sealed);

-- name: statement_piece_get
-- One row: a piece of an upload.
select sealed from statement_pieces where import_id = $import_id and piece_no = $piece_no;

-- name: statement_pieces_delete
-- One row per piece of an upload.
delete from statement_pieces where import_id = $import_id;

-- name: statement_pieces_expire
-- One row per piece of an upload that has expired.
delete from statement_pieces
where import_id in (select import_id from statement_imports where status in ('parsed', 'committing') and expires_at <= $now);

-- name: statement_pieces_forget
-- One row per piece of the profile's uncommitted uploads.
delete from statement_pieces
where profile_id = $profile_id
  and import_id in (select import_id from statement_imports where profile_id = $profile_id and status = 'parsed');
