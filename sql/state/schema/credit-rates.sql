-- Exchange rates that this installation was told: on a day, one unit of the base was worth so many of the currency. What a profile
-- uses of them is a decision of the profile.
create table exchange_rates (
  day text not null,
  base text not null,
  currency text not null,
  rate text not null,
  primary key (day, base, currency)
) strict, without rowid;

-- Reference rates that a central bank published and this installation downloaded: what one euro was worth on a day. Rates of `exchange_rates` go first.
create table reference_rates (
  day text not null,
  currency text not null,
  rate text not null,
  primary key (day, currency)
) strict, without rowid;

-- Profiles that use reference rates, by choice of a person.
create table reference_rate_uses (
  profile_id text primary key references access_profiles (profile_id),
  since integer not null
) strict;
