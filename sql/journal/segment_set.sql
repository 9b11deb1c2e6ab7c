-- A segment as it is, and the one that is taking its place.
insert into segments (profile_no, first_seq, last_seq, sha256, next_sha256) values (?, ?, ?, ?, ?)
on conflict (profile_no, first_seq) do update
set last_seq = excluded.last_seq, sha256 = excluded.sha256, next_sha256 = excluded.next_sha256;
