-- Exchange rates that this installation was told: on a day, one unit of the base was worth so many of the currency. What a profile
-- uses of them is a decision of the profile.
create table exchange_rates (
  day text not null,
  base text not null,
  currency text not null,
  rate text not null,
  primary key (day, base, currency)
) strict, without rowid;
