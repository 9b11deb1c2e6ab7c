-- One row per profile with facts.
select profile_id, last_seq, first_kept from profiles order by profile_no;
