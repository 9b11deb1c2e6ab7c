-- Jobs that an earlier process left running: nobody has their lease any more. One that was lost before waits, as it may be what ends the process.
update jobs
set lease_until = $now + case when attempts < 2 then 0 else min(3600000, 5000 << min(attempts - 2, 20)) end
where status = 'running';
