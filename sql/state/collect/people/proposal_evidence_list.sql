-- One row per kind of evidence and type of identifier that speaks for a pair.
-- columns: times integer
select kind, type, sum(times) as times
from proposal_evidence
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b
group by kind, type
order by kind, type;
