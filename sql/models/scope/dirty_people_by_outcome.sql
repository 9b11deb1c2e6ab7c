-- One row per person of an affected outcome, as it stands now; run before and after outcomes are made anew.
insert into dirty_people
select person_key from outcomes where outcome_seq in (select outcome_seq from affected_outcomes)
