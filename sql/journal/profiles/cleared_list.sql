-- One row per profile of which traits were emptied, and up to which seq.
select p.profile_id, c.seq from cleared_traits c join profiles p using (profile_no) order by p.profile_no;
