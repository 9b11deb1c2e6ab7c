-- Jobs that an earlier process left running: nobody holds their lease any more.
update jobs set lease_until = $now where status = 'running';
