-- A profile's first appearance.
insert into profiles (profile_id) values (?);
