-- One row: a profile's first appearance.
insert into profiles (profile_id) values (?) returning profile_no, last_seq, first_kept;
