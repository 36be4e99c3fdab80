/** Builds the server as tests use it: without pages, map tiles, log and outside services. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { buildServer, type ServerParts } from '#app/server/http/build.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { Live } from '#app/server/live/live.ts'
import { Runner } from '#server/runner.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'

export const PAGE_KEY = 'page-key-of-the-test-company'

/** Returns the server on a database. `more` replaces single parts. */
export const testServer = (db: Database, more: Partial<ServerParts> = {}): Promise<FastifyInstance> =>
  buildServer({
    db,
    runner: new Runner({ db, clock: () => new Date(), sealing: TEST_SEALING }),
    outside: () => NOTHING_OUTSIDE,
    root: join(import.meta.dirname, '..'),
    live: new Live(db, console),
    pageKey: PAGE_KEY,
    publicUrl: 'http://localhost:3000',
    pagesFolder: join(import.meta.dirname, 'no-pages'),
    tilesUrl: null,
    logLevel: process.env['LOG_LEVEL'] ?? 'silent',
    ready: async () => true,
    demo: { write: async () => {}, written: async () => {} },
    ...more,
  })
