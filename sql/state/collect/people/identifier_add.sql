-- One row: an identifier and the customer it names.
insert into identifiers
  (profile_id, identifier_key, type, customer_no, value, sealed, decision_no, added_by_seq)
values ($profile_id, $identifier_key, $type, $customer_no, $value, $sealed, $decision_no, $seq);
