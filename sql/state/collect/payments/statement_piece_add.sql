-- One row: a piece of an upload.
insert into statement_pieces (import_id, piece_no, profile_id, sealed) values ($import_id, $piece_no, $profile_id, $sealed)
