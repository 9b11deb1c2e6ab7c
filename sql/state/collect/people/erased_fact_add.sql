-- What a repeat of an erased fact is known by.
insert into erased_facts (profile_id, fact_hash, seq)
values ($profile_id, $fact_hash, $seq)
on conflict do nothing
