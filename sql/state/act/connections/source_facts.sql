-- name: source_facts_list
-- One row per fact of a record.
select outcome_key, part, generation, seq, content_hash, occurred_at, is_own, is_withdrawn
from source_facts
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and record_id = $record_id
order by outcome_key;

-- name: source_fact_put
-- A fact of a record, as it is now.
insert into source_facts (
  profile_id, provider, account_id, record_id, outcome_key, part, generation, seq, content_hash, occurred_at, is_own, is_withdrawn
)
values (
  $profile_id, $provider, $account_id, $record_id, $outcome_key, $part, $generation, $seq, $content_hash, $occurred_at, $is_own,
  $is_withdrawn
)
on conflict (profile_id, provider, account_id, record_id, outcome_key) do update set
  part = excluded.part, generation = excluded.generation, seq = excluded.seq, content_hash = excluded.content_hash,
  occurred_at = excluded.occurred_at, is_own = excluded.is_own, is_withdrawn = excluded.is_withdrawn;

-- name: source_facts_of_account
-- One row per outcome that counts of the stages, forms and appointments of an account.
select record_id, part, seq, ends_at
from source_facts
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and part <> ''
  and is_own = 1
  and is_withdrawn = 0;

-- name: source_fact_ends_put
-- When an appointment ends now.
update source_facts
set ends_at = $ends_at
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and record_id = $record_id
  and ends_at is not $ends_at;

-- name: source_fact_withdraw
-- A fact that counts no longer.
update source_facts
set is_withdrawn = 1
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and seq = $seq;

-- name: source_fact_of_another
-- One row: a record of another account that has brought a fact.
select provider, account_id
from source_facts
where profile_id = $profile_id
  and seq = $seq
  and is_own = 1
  and not (provider = $provider and account_id = $account_id)
limit 1;

-- name: source_facts_shared_list
-- One row per payment of a profile that another sender had reported before its shop.
select seq
from source_facts
where profile_id = $profile_id
  and is_own = 0
  and is_withdrawn = 0
  and part = ''
  and occurred_at between $from and $to
order by seq;

-- name: source_fact_reference
-- One row at most: the shop's name of a payment.
select outcome_key
from source_facts
where profile_id = $profile_id
  and seq = $seq
limit 1;

-- name: source_fact_of_order
-- One row: the payment of a shop's order that counts now.
select seq
from source_facts
where profile_id = $profile_id
  and provider = $provider
  and account_id = $account_id
  and record_id = $record_id
  and outcome_key = $outcome_key
  and is_withdrawn = 0;
