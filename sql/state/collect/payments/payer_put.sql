-- One row written: who paid, and the decision that says so.
insert into payment_settlements (profile_id, payment_seq, payer_no, payer_decision)
values ($profile_id, $payment_seq, $payer_no, $payer_decision)
on conflict do update set payer_no = excluded.payer_no, payer_decision = excluded.payer_decision
