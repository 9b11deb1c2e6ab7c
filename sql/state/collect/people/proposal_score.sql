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
