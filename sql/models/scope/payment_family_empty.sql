-- No rows yet: keys of the payments that affected outcomes are, continue or reverse, before and after.
create temp table changed_payments (outcome_key bigint);
create temp table changed_parents (outcome_key bigint)
