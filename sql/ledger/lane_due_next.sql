-- One row: when the next entry of a lane is due.
select min(due_at) as due_at from entries where ledger = $ledger and lane = $lane and due_at is not null;
