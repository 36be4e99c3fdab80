import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { emptyDatabase, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { Runner } from '#server/runner.ts'
import { listOrdersQuery } from '../queries.ts'

let server: ThrowawayPostgres
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = temporaryFolder('earlier')
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < '0017_search_goods.sql')) {
    cpSync(join(MIGRATIONS, name), join(folder, name))
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

test.each(['pglite', 'postgres'] as const)(
  'orders from before the update are found by their goods and the note for the driver: %s',
  async (engine) => {
    const db = await emptyDatabase(engine, server)
    try {
      await migrate(db, folder)
      await db.run(sql`insert into customers (id, name) values (1, 'Παλιός πελάτης')`)
      await db.run(sql`insert into products (id, name, sku) values (1, 'Φανάρι', 'LANT300')`)
      await db.run(sql`insert into orders (id, status, customer_id, name, driver_note) values
        (1, 'STOCK-OK', 1, 'Παλιός πελάτης', 'πίσω αυλή'), (2, 'OFFER', 1, 'Παλιός πελάτης', '')`)
      await db.run(sql`
        insert into order_lines (order_id, line_no, product_id, name, sku, unit, vat_bp, sales_price_e4, cost_price_e4,
          quantity_e4, total_cents, vat_cents)
        values (1, 1, 1, 'Φανάρι', 'LANT300', 'Item', 2400, 10000, 0, 10000, 100, 24)`)
      expect(await migrate(db)).toContain('0017_search_goods.sql')

      const runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
      for (const search of ['lant300', 'fanari', 'φανάρι παλιός', 'αυλή']) {
        const { rows } = await runner.ask(listOrdersQuery, { search }, SYSTEM)
        expect(
          rows.map((row) => row.id),
          search,
        ).toEqual([1])
      }
    } finally {
      await db.close()
    }
  },
  60_000,
)
