-- Memberships that were taken away, so that taking one away again answers the same: of a workspace by the person, of a profile by the
-- membership's id. Gone with the place.
create table removed_members (
  place_id text not null,
  member_id text not null,
  person_id text not null,
  removed_at integer not null,
  primary key (place_id, member_id)
) strict, without rowid;
