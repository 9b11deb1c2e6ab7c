-- One row per piece of an upload.
delete from statement_pieces where import_id = $import_id
