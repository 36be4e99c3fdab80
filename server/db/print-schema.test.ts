import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printSchema } from './print-schema.ts'
import { testDatabase } from '#testing/database.ts'

test('db/schema.sql is the schema that the migrations create, on both engines', async () => {
  const db = await testDatabase()
  try {
    const printed = readFileSync(join(import.meta.dirname, '..', '..', 'db', 'schema.sql'), 'utf8')
    expect(await printSchema(db)).toBe(printed)
  } finally {
    await db.close()
  }
})
