-- One row: a range of facts that an import brought, or found. A runner that takes over finds the same ranges.
insert into statement_facts (profile_id, import_id, first_seq, last_seq, is_own)
values ($profile_id, $import_id, $first_seq, $last_seq, $is_own)
on conflict do nothing
