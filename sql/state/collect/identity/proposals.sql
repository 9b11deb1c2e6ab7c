-- name: persons_told_apart
-- One row at most: two persons who were declared to be different.
-- TRICKY: left to itself SQLite reads the whole queue, as it passes over an index of computed columns.
-- columns: is_dismissed integer
select 1 as is_dismissed from proposals indexed by proposals_of_persons
where profile_id = $profile_id and person_low = $low and person_high = $high and status = 'dismissed'
limit 1;

-- name: proposal_decide
-- One row: what was decided about a pair.
update proposals
set status = $status, snoozed_until = $snoozed_until, decided_at = $decided_at, decided_by = $decided_by
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b;

-- name: proposal_get
-- One row at most: a pair and what was decided about it.
-- columns: status 'open'|'merged'|'dismissed'|'snoozed'
select
  customer_a, customer_b, head_a, head_b, score, match_reasons, opened_at, snoozed_until, decided_at, decided_by,
  case when status = 'snoozed' and snoozed_until <= $now then 'open' else status end as status
from proposals
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b;

-- name: proposal_match
-- One row: the proposer's finding about a pair. A decided pair is not proposed again.
update proposals set match_score = $match_score, match_reasons = $match_reasons
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b
returning status;

-- name: proposal_open
-- One row per pair of customers that may be one person. What was decided about a pair stays.
insert into proposals (profile_id, customer_a, customer_b, head_a, head_b, first_seq, last_seq, opened_at)
values ($profile_id, $customer_a, $customer_b, $head_a, $head_b, $seq, $seq, $opened_at)
on conflict (profile_id, customer_a, customer_b) do update set last_seq = max(last_seq, excluded.last_seq);

-- name: proposal_reopen
-- One row: a pair whose merge was undone waits again.
update proposals
set status = 'open', snoozed_until = null, decided_at = null, decided_by = null
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b and status = 'merged';

-- name: proposal_score
-- One row: how likely a pair is one person, in thousandths: each kind of evidence takes away its share of the doubt that is left.
update proposals
set score = cast(round(1000 - (1000 - match_score)
  * (1.0 - 0.9 * exists (
    select 1 from proposal_evidence as e
    where e.profile_id = $profile_id and e.customer_a = $customer_a and e.customer_b = $customer_b and e.kind = 'same_fact'
  ))
  * (1.0 - 0.5 * exists (
    select 1 from proposal_evidence as e
    where e.profile_id = $profile_id and e.customer_a = $customer_a and e.customer_b = $customer_b and e.kind = 'shared_browser'
  ))
  * (1.0 - 0.4 * exists (
    select 1 from proposal_evidence as e
    where e.profile_id = $profile_id and e.customer_a = $customer_a and e.customer_b = $customer_b and e.kind = 'browser_claim'
  ))) as integer)
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b;

-- name: proposals_count
-- One row per status: pairs of the whole queue, as `proposals_list` shows them.
-- columns: status 'open'|'merged'|'dismissed'|'snoozed', pairs integer
with queue as (
  select
    person_low, person_high, case when status = 'snoozed' and snoozed_until <= $now then 'open' else status end as status
  from proposals
  where profile_id = $profile_id
)
select status, count(*) as pairs
from queue
where not (
  status in ('open', 'snoozed')
  and (
    person_low = person_high
    or exists (
      select 1 from proposals as apart indexed by proposals_of_persons
      where apart.profile_id = $profile_id and apart.person_low = queue.person_low and apart.person_high = queue.person_high
        and apart.status = 'dismissed'
    )
  )
)
group by status;

-- name: proposals_new_count
-- One row: open pairs of the queue, as `proposals_list` shows them, that were opened after a moment.
-- columns: pairs integer
select count(*) as pairs
from proposals
where profile_id = $profile_id
  and opened_at > $since
  and (status = 'open' or (status = 'snoozed' and snoozed_until <= $now))
  and person_low <> person_high
  and not exists (
    select 1 from proposals as apart indexed by proposals_of_persons
    where apart.profile_id = $profile_id and apart.person_low = proposals.person_low and apart.person_high = proposals.person_high
      and apart.status = 'dismissed'
  );

-- name: proposals_erase
-- The rows of proposals on pairs with a customer.
delete from proposals
where profile_id = $profile_id
  and (customer_a = $customer_no or customer_b = $customer_no);

-- name: proposals_head_a
-- One row per pair of which the customer is the older: its person now.
update proposals set head_a = $head where profile_id = $profile_id and customer_a = $customer_no;

-- name: proposals_head_b
-- One row per pair of which the customer is the younger: its person now.
update proposals indexed by proposals_of_b set head_b = $head where profile_id = $profile_id and customer_b = $customer_no;

-- name: proposals_list
-- One row per pair of the queue, the likeliest first, without pairs within one person and pairs of persons who were separated.
-- columns: status 'open'|'merged'|'dismissed'|'snoozed'
with queue as (
  select
    customer_a, customer_b, head_a, head_b, person_low, person_high, score, match_reasons, opened_at, snoozed_until, decided_at,
    decided_by, case when status = 'snoozed' and snoozed_until <= $now then 'open' else status end as status
  from proposals
  where profile_id = $profile_id
)
select
  customer_a, customer_b, head_a, head_b, score, match_reasons, opened_at, snoozed_until, decided_at, decided_by, status
from queue
where ($status is null or status = $status)
  and score >= $min_score
  and ($customer_no is null or $customer_no in (person_low, person_high))
  and ($cursor_score is null or score < $cursor_score
    or (score = $cursor_score and (customer_a, customer_b) > ($cursor_a, $cursor_b)))
  and not (
    status in ('open', 'snoozed')
    and (
      person_low = person_high
      or exists (
        select 1 from proposals as apart indexed by proposals_of_persons
        where apart.profile_id = $profile_id and apart.person_low = queue.person_low and apart.person_high = queue.person_high
          and apart.status = 'dismissed'
      )
    )
  )
order by score desc, customer_a, customer_b
limit $limit;

-- name: proposals_people
-- One row per pair that waits for a decision, the likeliest first: its persons.
select head_a, head_b
from proposals
where profile_id = $profile_id and score >= 0 and status = 'open' and head_a <> head_b
order by score desc
limit 5000;

-- name: quality_get
-- One row: what identity resolution left off, and the open pairs by what speaks for them.
-- columns: left_off integer, refused_links integer, conflicts integer, shared_browsers integer
select
  (select count(*) from identifiers_left_off where profile_id = $profile_id) as left_off,
  (select count(*) from link_token_browsers where profile_id = $profile_id and is_refused = 1) as refused_links,
  count(distinct case when proposal_evidence.kind = 'same_fact' then proposals.customer_a || '-' || proposals.customer_b end) as conflicts,
  count(distinct case when proposal_evidence.kind = 'shared_browser' then proposals.customer_a || '-' || proposals.customer_b end)
    as shared_browsers
from proposals
join proposal_evidence
  on proposal_evidence.profile_id = proposals.profile_id
  and proposal_evidence.customer_a = proposals.customer_a
  and proposal_evidence.customer_b = proposals.customer_b
where proposals.profile_id = $profile_id
  and proposals.status = 'open';
