-- One row: a piece of an upload.
select sealed from statement_pieces where import_id = $import_id and piece_no = $piece_no
