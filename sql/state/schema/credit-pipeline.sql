create table landing_quarantine (
  profile_id text not null,
  seq integer not null,
  reason text not null,                   -- never text of the fact
  decision_no integer not null,
  primary key (profile_id, seq)
) strict, without rowid;

-- The code that has computed the figures of a profile that are served, and the version of the program that had it first.
create table figure_versions (
  profile_id text primary key,
  code integer not null,                  -- of the digest (figures-digest.ts)
  version text not null
) strict, without rowid;

-- Figures that changed because other code computes them, compared at one state of facts and decisions.
create table figure_changes (
  profile_id text not null,
  through_seq integer not null,
  through_decision integer not null,
  from_code integer not null,
  to_code integer not null,
  from_version text,                      -- null: unknown
  to_version text not null,
  changed_at integer not null,
  differences text check (json_valid(differences)),  -- after less before; null: the figures of before could not be read
  primary key (profile_id, through_seq, through_decision, from_code, to_code)
) strict, without rowid;
