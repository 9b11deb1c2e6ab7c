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
  and proposals.status = 'open'
