-- How far the traits of a profile's facts were emptied: what they said of people is in state alone from then on, so that a state which has not come
-- as far is told to be an older one. One row per profile of which any were emptied.
create table cleared_traits (
  profile_no integer primary key,
  seq integer not null
) strict;
