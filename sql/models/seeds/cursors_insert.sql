-- One row per cursor of a new file.
insert into cursors values ('landed_seq', 0), ('landed_decision', 0), ('schema_version', $schema_version)
