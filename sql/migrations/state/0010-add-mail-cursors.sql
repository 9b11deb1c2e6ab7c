-- How far each mailbox was read.
create table mail_cursors (
  connection_id text primary key,
  profile_id text not null references access_profiles (profile_id),
  cursor text,                            -- the place, in the words of its provider; null before the first reading
  read_at integer,                        -- the last complete reading
  error text                              -- why a later one was not complete
) strict, without rowid;
