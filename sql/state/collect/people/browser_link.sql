-- One row: a browser and the customer it is linked to.
insert into browsers (profile_id, visitor_key, customer_no, anonymous_id, decision_no, linked_by_seq, is_claim)
values ($profile_id, $visitor_key, $customer_no, $anonymous_id, $decision_no, $seq, $is_claim);
