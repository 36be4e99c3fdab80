/** Writes the schema that the migrations create into db/schema.sql. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { printSchema } from '#server/db/print-schema.ts'

const db = await openPglite('memory')
await migrate(db)
writeFileSync(join(import.meta.dirname, '..', 'db', 'schema.sql'), await printSchema(db))
await db.close()
