-- One row: a pair whose merge was undone waits again.
update proposals
set status = 'open', snoozed_until = null, decided_at = null, decided_by = null
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b and status = 'merged';
