-- Facts whose identity evidence could not be read three times over. They keep their seq and may be tried again.
create table quarantine (
  profile_id text not null,
  seq integer not null,
  stage text not null,                    -- where it failed: stitch
  reason text not null,                   -- a code, never text of the fact
  traits blob,                            -- the encrypted traits, as the journal's copy is emptied
  decision_no integer not null,
  primary key (profile_id, seq, stage)
) strict, without rowid;
