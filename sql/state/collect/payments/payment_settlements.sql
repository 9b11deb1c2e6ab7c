-- name: installment_put
-- One row written: whether a payment is a later instalment, and of which.
insert into payment_settlements (profile_id, payment_seq, is_installment, first_payment_seq)
values ($profile_id, $payment_seq, $is_installment, $first_payment_seq)
on conflict do update set is_installment = excluded.is_installment, first_payment_seq = excluded.first_payment_seq;

-- name: payer_put
-- One row written: who paid, and the decision that says so.
insert into payment_settlements (profile_id, payment_seq, payer_no, payer_decision)
values ($profile_id, $payment_seq, $payer_no, $payer_decision)
on conflict do update set payer_no = excluded.payer_no, payer_decision = excluded.payer_decision;

-- name: settlement_get
-- One row: what the merchant settled about a payment.
select payer_no, payer_decision, is_installment, first_payment_seq
from payment_settlements
where profile_id = $profile_id and payment_seq = $payment_seq;
