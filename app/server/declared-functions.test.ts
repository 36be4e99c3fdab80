import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURES } from '#app/server/features.ts'
import { FRAME_FUNCTIONS } from '#server/db/declared-functions.ts'

const SCHEMA = readFileSync(join(import.meta.dirname, '../../db/schema.sql'), 'utf8')
const declared = [...FRAME_FUNCTIONS, ...FEATURES.flatMap(({ functions }) => functions)]

/** Returns what stands between the two `$function$` of the definition of a function; undefined if there is no such function. */
const bodyOf = (name: string): string | undefined =>
  new RegExp(`^CREATE OR REPLACE FUNCTION ${name}\\([^$]*\\$function\\$([\\s\\S]*?)\\$function\\$;$`, 'm').exec(
    SCHEMA,
  )?.[1]

test.each(declared)('the function $name of the database is the one that the code declares', ({ name, body }) => {
  expect(bodyOf(name)).toBe(body)
})

test('functions are declared', () => {
  expect(declared.length).toBeGreaterThan(5)
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
