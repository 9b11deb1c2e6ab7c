-- One row: an identifier that nobody holds any more.
delete from identifiers where profile_id = $profile_id and identifier_key = $identifier_key;
