/**
 * Functions and computed columns of the database whose text follows from the product's code, so that their rule is said once. A test
 * compares each with db/schema.sql; whoever changes the code writes a migration with the new text, which the failing test prints.
 */
import { LETTERS, PAIRS } from '#kernel/phonetic-key.ts'
import { LOOK_ALIKE } from '#kernel/fold.ts'
import { ACCESS } from '#server/live/notifications.ts'
import { literal, literals } from './literal.ts'
import { VAT_BLANKS, VAT_PREFIXES } from '#kernel/vat-number.ts'

export type DeclaredFunction = {
  readonly name: string
  /** What its definition says before the body; only of functions of triggers (server/derived), the others are compared without it. */
  readonly head?: string
  /** What stands between the two `$function$` of its definition. */
  readonly body: string
}

/** A column that the database computes from others of its table. */
export type DeclaredColumn = {
  readonly table: string
  readonly name: string
  /** As PostgreSQL prints it. */
  readonly expression: string
}

/** A column that reports whether the text `of` is none of these values. */
export const noneOfColumn = (table: string, name: string, of: string, values: readonly string[]): DeclaredColumn => ({
  table,
  name,
  expression: `(${of} <> ALL (ARRAY[${values.map((value) => `${literal(value)}::text`).join(', ')}]))`,
})

/** A function that reports whether its argument is one of these values. */
export const oneOfFunction = (name: string, argument: string, values: readonly string[]): DeclaredFunction => ({
  name,
  body: ` select ${argument} in (${literals(values)}) `,
})

const translate = (text: string, letters: ReadonlyMap<string, string>): string =>
  `translate(${text}, ${literal([...letters.keys()].join(''))}, ${literal([...letters.values()].join(''))})`

const replaced = PAIRS.map(([from, to]) => `\n      ${literal(from)}, ${literal(to)})`).join(',')

/** Writes a sign as a string of PostgreSQL with `U&` does. */
const escaped = (sign: string): string =>
  /[\x21-\x7e]/.test(sign) ? sign : `\\${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** The functions that belong to no feature. The list is for tests: the database has the functions by migrations. */
export const FRAME_FUNCTIONS: readonly DeclaredFunction[] = [
  {
    // its triggers: server/derived/tells.ts
    name: 'tell_access',
    head: '\n RETURNS trigger\n LANGUAGE plpgsql\nAS ',
    body: `
begin
  -- a branch is only compiled for tables whose trigger takes it
  if tg_argv[0] in ('user', 'session') then
    perform pg_catalog.pg_notify('kerino', '${ACCESS}|' || tg_argv[0] || ':' || old.id);
  else
    perform pg_catalog.pg_notify('kerino', '${ACCESS}|' || tg_argv[0]);
  end if;
  return null;
end `,
  },
  {
    name: 'phonetic_key',
    body: `
begin
  return ${translate(`${'replace('.repeat(PAIRS.length)}public.fold(value),${replaced}`, LETTERS)};
end `,
  },
  { name: 'look_alike_key', body: `\nbegin\n  return ${translate('public.fold(value)', LOOK_ALIKE)};\nend ` },
  {
    name: 'plain_vat',
    body: `
  select regexp_replace(regexp_replace(
    upper(regexp_replace(typed, U&'[${VAT_BLANKS.map(escaped).join('')}]', '', 'g') collate "C"),
    '^(${VAT_PREFIXES.join('|')})', ''), '^(\\d{8})$', '0\\1')
`,
  },
]
