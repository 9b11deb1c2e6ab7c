-- One row: an identifier that another customer holds from now on.
update identifiers set customer_no = $customer_no, decision_no = $decision_no, added_by_seq = $seq
where profile_id = $profile_id and identifier_key = $identifier_key;
