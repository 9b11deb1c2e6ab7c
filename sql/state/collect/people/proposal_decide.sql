-- One row: what was decided about a pair.
update proposals
set status = $status, snoozed_until = $snoozed_until, decided_at = $decided_at, decided_by = $decided_by
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b;
