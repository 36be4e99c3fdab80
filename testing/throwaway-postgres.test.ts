import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { anotherProcess } from '#testing/engines.ts'
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'

const isUp = (url: string): Promise<boolean> =>
  openPostgres(url, { poolSize: 1 }).then(
    async (db) => {
      await db.close()
      return true
    },
    () => false,
  )

test.each(['any', 'packaged'] as const)(
  'a server from %s binaries works, is durable, and leaves nothing behind after stop',
  async (binaries) => {
    const server = await startThrowawayPostgres({ binaries })
    const db = await openPostgres(server.url)
    const { fsync, folder } = await db.one<{ fsync: string; folder: string }>(
      sql`select current_setting('fsync') as fsync, current_setting('data_directory') as folder`,
    )
    expect(fsync).toBe('on')
    await db.script('create extension pg_trgm; create extension unaccent')
    expect(await db.one(sql`select lower('ΆΓΊΑ') as lower, 'ά' < 'β' collate "und-x-icu" as sorted`)).toEqual({
      lower: 'άγία',
      sorted: true,
    })
    await db.close()
    await server.stop()
    expect(await isUp(server.url)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  },
)

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'no server keeps running after its starter was ended by %s',
  async (signal) => {
    const starter = anotherProcess(`
    import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'
    const server = await startThrowawayPostgres({ fsync: false })
    console.log(server.url)
    setInterval(() => {}, 1000)`)
    const url = await new Promise<string>((resolve) =>
      starter.stdout?.once('data', (chunk) => resolve(String(chunk).trim())),
    )
    expect(await isUp(url)).toBe(true)
    starter.kill(signal)
    await expect.poll(() => isUp(url), { interval: 100 }).toBe(false)
  },
)

test('kill ends the server like a crash', async () => {
  const server = await startThrowawayPostgres({ fsync: false })
  const db = await openPostgres(server.url, { poolSize: 1 })
  await server.kill()
  await expect(db.ping()).rejects.toThrow()
  await db.close()
  expect(await isUp(server.url)).toBe(false)
})
