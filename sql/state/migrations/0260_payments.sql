-- What the merchant settled about a payment, as it stands; each change is a decision as well.
create table payment_settlements (
  profile_id text not null,
  payment_seq integer not null,
  payer_no integer,                       -- the customer said to have paid; null while nobody was named
  payer_decision integer,                 -- the decision that said so last
  is_installment integer check (is_installment in (0, 1)), -- null while nothing was said
  first_payment_seq integer,
  primary key (profile_id, payment_seq)
) strict, without rowid;

-- Refunds recorded by hand, withdrawn ones included: the n-th of a payment is the fact under its n-th key.
create table payment_refunds (
  profile_id text not null,
  payment_seq integer not null,
  turn integer not null,
  refund_seq integer not null,
  withdrawn_at integer,
  primary key (profile_id, payment_seq, turn)
) strict, without rowid;
