-- One row per conversion and touch in reach: the stored credit, under the name that requests with windows of their own give to theirs.
-- makes: credit_in_reach (in_force)
create temp view credit_in_reach as
select * from credit
