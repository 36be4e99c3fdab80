/** Describes the parameters of the data API. They are the same for every table. */
import { MOST_FILTER_CHARACTERS, MOST_FILTER_TERMS } from '../filter/filter-grammar.ts'
import { MOST_ROWS } from '../parameters.ts'
import { MOST_RELATED_EACH } from '../rows.ts'
import { type Json, query } from './openapi-parts.ts'

export const PARAMETERS: Json = {
  filter: query(
    'filter',
    { type: 'string', maxLength: MOST_FILTER_CHARACTERS },
    'Conditions such as (status=ON SHIPPING) AND (date>=2026-01-01), joined by AND, OR, XOR, NOT (also && ||) and parentheses. ' +
      'Operators: = != <> > >= < <= LIKE, NOT LIKE, IN (…), NOT IN (…), IS NULL, IS NOT NULL, CONTAINS, STARTS WITH, ENDS WITH. ' +
      'Values bare or in quotes; a doubled quote is a quote. CONTAINS, STARTS WITH and ENDS WITH ignore case, accents and the final sigma. ' +
      `At most ${MOST_FILTER_TERMS} conditions.`,
  ),
  ids: query('ids', { type: 'string' }, 'Ids with commas between them, instead of a filter. All must exist.'),
  fields: query(
    'fields',
    { type: 'string' },
    'Fields to return, separated by commas; * is all. Without it a list returns all fields, a write only the id.',
  ),
  related: query(
    'related',
    { type: 'string' },
    `Related tables to answer with each row: of each the newest ${MOST_RELATED_EACH} rows. If a row has more, meta.cut names the table.`,
  ),
  limit: query(
    'limit',
    { type: 'integer', minimum: 1, maximum: MOST_ROWS, default: MOST_ROWS },
    'Most rows to answer.',
  ),
  offset: query('offset', { type: 'integer', minimum: 0, default: 0 }, 'Rows to skip; meta.next of the page before.'),
  order: query(
    'order',
    { type: 'string' },
    'Fields with commas between them, each with ASC or DESC. The id breaks ties.',
  ),
  include_count: query('include_count', { type: 'boolean' }, 'Answers in meta how many rows match.'),
  count_only: query('count_only', { type: 'boolean' }, 'Answers nothing but how many rows match.'),
  continue: query('continue', { type: 'boolean' }, 'Writes row by row and keeps the good ones.'),
  dry_run: query(
    'dry_run',
    { type: 'boolean' },
    'Checks everything and stores nothing. New records answer the id null.',
  ),
  strict: query(
    'strict',
    { type: 'boolean' },
    'Refuses a record with a field that is not known. Without it the field is ignored and named in meta.ignored, or in the header X-Ignored of an answer without meta.',
  ),
  import: query(
    'import',
    { type: 'boolean' },
    'For administrators: keeps records of an earlier system as they were (finished and open orders, payments of any day, invoices of providers). Nothing of it is announced.',
  ),
  jump: query(
    'jump',
    { type: 'boolean' },
    'With import, for an id more than a million above all others: true lets new records go on after it, false does not. Without it such a record is refused with 409.',
  ),
  rollback: query('rollback', { type: 'boolean' }, 'All rows or none, which is what happens anyway.'),
  id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', maxLength: 190 },
    description:
      'The same key with the same body answers as the first time and does nothing again; with another body it is a 409.',
  },
}
