-- One more opening.
update identity set opening = $opening;
