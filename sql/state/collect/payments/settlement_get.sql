-- One row: what the merchant settled about a payment.
select payer_no, payer_decision, is_installment, first_payment_seq
from payment_settlements
where profile_id = $profile_id and payment_seq = $payment_seq
