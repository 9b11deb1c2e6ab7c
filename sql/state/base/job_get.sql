-- One row at most: a job by its id.
select * from jobs where job_id = $job_id;
