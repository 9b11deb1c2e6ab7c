-- One outcome key; nothing when the profile has it already.
insert into outcomes (profile_no, outcome_key, seq, content_hash, checksum) values (?, ?, ?, ?, ?)
on conflict (profile_no, outcome_key) do nothing;
