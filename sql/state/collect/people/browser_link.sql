-- One row: a browser and the customer it was first linked to.
insert into browsers (profile_id, visitor_key, customer_no, anonymous_id, decision_no, linked_by_seq)
values ($profile_id, $visitor_key, $customer_no, $anonymous_id, $decision_no, $seq);
