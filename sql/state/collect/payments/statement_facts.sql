-- name: statement_facts_add
-- One row: a range of facts that an import brought, or found. A runner that takes over finds the same facts, perhaps in longer ranges.
insert into statement_facts (profile_id, import_id, first_seq, last_seq, is_own)
values ($profile_id, $import_id, $first_seq, $last_seq, $is_own)
on conflict do update set last_seq = max(last_seq, excluded.last_seq);

-- name: statement_facts_forget
-- One row per range of facts that an import had written down.
delete from statement_facts where profile_id = $profile_id and import_id = $import_id;

-- name: statement_facts_list
-- One row per range of facts of the profile's imports that are through.
select statement_facts.import_id, first_seq, last_seq, is_own, status
from statement_facts
join statement_imports using (import_id)
where statement_facts.profile_id = $profile_id and status in ('completed', 'undone');
