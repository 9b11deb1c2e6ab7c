-- name: schema_hash_get
-- One row: the hash of the schema that the file was made with.
select hash from schema_version;
