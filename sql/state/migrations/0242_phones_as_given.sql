-- Phones that could not be read as numbers: kept as they were given, beside the identifiers, and never compared with anything.
create table phones_as_given (
  profile_id text not null,
  customer_no integer not null,
  phone text not null,
  first_seq integer not null,
  last_seq integer not null,
  primary key (profile_id, customer_no, phone)
) strict, without rowid;
