-- How far the traits of a profile were emptied; it never goes back.
insert into cleared_traits (profile_no, seq) values ($profile_no, $seq)
on conflict (profile_no) do update set seq = excluded.seq where excluded.seq > seq;
