-- What of a customer only the proposer of merges reads: birth date, address, city and postcode, as one sealed object.
create table customer_details (
  profile_id text not null,
  customer_no integer not null,
  sealed blob not null,                   -- encrypted with the profile's key
  primary key (profile_id, customer_no)
) strict, without rowid;
