-- name: loss_add
-- A file that was lost.
insert into store_losses (store, what, found_at) values ($store, $what, $now);

-- name: losses_open
-- Rows: losses that no operator has accepted.
select loss_no, store, what, found_at, announced from store_losses where accepted_at is null order by loss_no;

-- name: losses_unannounced
-- One row per loss of a ledger after which nothing was announced again.
select loss_no from store_losses where store = 'ledger' and announced is null order by loss_no;

-- name: loss_announced
-- Deliveries that were announced again after a loss.
update store_losses set announced = $announced where loss_no = $loss_no;

-- name: losses_accept
-- An operator has read of all losses.
update store_losses set accepted_at = $now where accepted_at is null;
