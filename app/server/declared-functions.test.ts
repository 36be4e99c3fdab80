import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { derived, FEATURES } from '#app/server/features.ts'
import { FRAME_FUNCTIONS } from '#server/db/declared-functions.ts'

const SCHEMA = readFileSync(join(import.meta.dirname, '../../db/schema.sql'), 'utf8')
const functions = [
  ...FRAME_FUNCTIONS,
  ...FEATURES.flatMap((feature) => feature.functions),
  ...derived.flatMap((one) => one.functions),
]
const triggers = derived.flatMap((one) => one.triggers)

type Definition = { readonly head: string | undefined; readonly body: string | undefined }

/** Returns what stands before the first `$function$` of the definition of a function, and what stands between the two. */
function definitionOf(name: string): Definition {
  const [, head, body] =
    new RegExp(
      `^CREATE OR REPLACE FUNCTION ${name}\\([^)]*\\)([^$]*)\\$function\\$([\\s\\S]*?)\\$function\\$;$`,
      'm',
    ).exec(SCHEMA) ?? []
  return { head, body }
}

/** Returns a statement without what PostgreSQL changes when it prints it: case, blanks, parentheses, types and the schema. */
const plain = (statement: string): string => statement.toLowerCase().replaceAll(/public\.|::text|[();\s]/g, '')

const printed = SCHEMA.match(/^CREATE (?:CONSTRAINT )?TRIGGER .*$/gm) ?? []

test.each(functions)('the function $name of the database is the one that the code declares', ({ name, head, body }) => {
  const found = definitionOf(name)
  expect({ ...found, head: head && found.head }).toEqual({ head, body })
})

test('functions are declared', () => {
  expect(functions.length).toBeGreaterThan(15)
})

describe('the triggers of declarations', () => {
  test.each(triggers)('$name of the database is the one that the code declares', ({ name, text }) => {
    const found = printed.find((line) => line.startsWith(`CREATE TRIGGER ${name} `))
    expect(found === undefined ? `missing: ${text};` : plain(found)).toBe(plain(text))
  })

  // scripts/counts counts all other triggers as written by hand
  test('are all that call a derive_ function or tell_access', () => {
    const made = printed
      .filter((line) => /FUNCTION (?:derive_|tell_access)/.test(line))
      .map((line) => line.split(' ')[2] ?? '')
    expect(made.toSorted()).toEqual(triggers.map(({ name }) => name).toSorted())
  })

  test('call functions that are declared', () => {
    const names = SCHEMA.match(/(?<=^CREATE OR REPLACE FUNCTION )(?:derive_\w+|tell_access)/gm) ?? []
    const known = functions.map(({ name }) => name).filter((name) => /^(?:derive_|tell_access)/.test(name))
    expect(names.toSorted()).toEqual(known.toSorted())
  })
})

/** Returns the expression of a computed column; undefined if there is no such column. */
const expressionOf = (table: string, name: string): string | undefined =>
  new RegExp(`^create table ${table} \\([^;]*?^  ${name} \\w+ generated always as (.*) stored\\b`, 'm').exec(
    SCHEMA,
  )?.[1]

const columns = FEATURES.flatMap((feature) => feature.columns)

test.each(columns)('the column $name of $table is computed as the code declares', ({ table, name, expression }) => {
  expect(expressionOf(table, name)).toBe(expression)
})

test('columns are declared', () => {
  expect(columns.map(({ name }) => name)).toContain('is_open')
})
