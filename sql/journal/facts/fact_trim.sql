-- Deletes the facts of a range, but for those whose traits stitching has still to read.
delete from facts where fact_id > ? and fact_id <= ? and traits is null;
