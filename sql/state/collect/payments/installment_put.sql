-- One row written: whether a payment is a later instalment, and of which.
insert into payment_settlements (profile_id, payment_seq, is_installment, first_payment_seq)
values ($profile_id, $payment_seq, $is_installment, $first_payment_seq)
on conflict do update set is_installment = excluded.is_installment, first_payment_seq = excluded.first_payment_seq
