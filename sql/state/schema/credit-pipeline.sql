create table landing_quarantine (
  profile_id text not null,
  seq integer not null,
  reason text not null,                   -- never text of the fact
  decision_no integer not null,
  primary key (profile_id, seq)
) strict, without rowid;
