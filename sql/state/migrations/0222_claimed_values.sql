-- What a browser claimed, sealed, so that a person may settle that it is the customer's and it can be found then.
alter table identifier_claims add column sealed blob;
