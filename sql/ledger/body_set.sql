-- One entry by its number: what is left of its key and body.
update entries set key = $key, body = $body, checksum = null where entry_no = $entry_no;
