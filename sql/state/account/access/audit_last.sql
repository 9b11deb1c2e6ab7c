-- One row: the newest link of the audit chain.
select audit_no, hash
from audit
order by audit_no desc
limit 1
