-- Boards: blocks of figures that a person has arranged, for themselves or for all who can open the profile.
create table boards (
  board_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  person_id text not null references people (person_id),
  title text not null,
  blocks text not null check (json_valid(blocks)),
  is_shared integer not null check (is_shared in (0, 1)),
  revision integer not null,              -- counts the changes
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create index boards_by_profile on boards (profile_id);
