-- A note of what comes back has numbers of its own, so that a refused note leaves its number only to the next one in the same direction.
alter table document_numbers drop constraint document_numbers_kind_check;
alter table document_numbers add constraint document_numbers_kind_check
  check (kind in ('invoice', 'credit-note', 'credit-part', 'delivery-note', 'return-note'));
