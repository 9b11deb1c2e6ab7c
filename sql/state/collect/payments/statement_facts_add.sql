-- One row: a range of facts that an import brought, or found. A runner that takes over finds the same facts, perhaps in longer ranges.
insert into statement_facts (profile_id, import_id, first_seq, last_seq, is_own)
values ($profile_id, $import_id, $first_seq, $last_seq, $is_own)
on conflict do update set last_seq = max(last_seq, excluded.last_seq)
