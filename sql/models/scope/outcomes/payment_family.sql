-- One row per payment that affected outcomes are, continue or reverse, before and after.
-- needs: affected_rows
-- makes: payment_family
create temp table payment_family as
select outcome_key from affected_rows where outcome_key is not null
union
select unnest([refund_of_key, installment_of_key]) from affected_rows where coalesce(refund_of_key, installment_of_key) is not null
