-- One row per range of facts of the profile's imports that are through.
select statement_facts.import_id, first_seq, last_seq, is_own, status
from statement_facts
join statement_imports using (import_id)
where statement_facts.profile_id = $profile_id and status in ('completed', 'undone')
