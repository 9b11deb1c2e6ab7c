-- One row: a refund recorded by hand.
insert into payment_refunds (profile_id, payment_seq, turn, refund_seq) values ($profile_id, $payment_seq, $turn, $refund_seq)
