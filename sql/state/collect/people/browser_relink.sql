-- One row: a browser whose claimed link a better one replaces.
update browsers
set customer_no = $customer_no, decision_no = $decision_no, linked_by_seq = $seq, is_claim = $is_claim,
  anonymous_id = coalesce(anonymous_id, $anonymous_id)
where profile_id = $profile_id and visitor_key = $visitor_key;
