-- One row per range of facts that an import had written down.
delete from statement_facts where profile_id = $profile_id and import_id = $import_id
