/** Provides a valid input for each command and query of import, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'

const COLUMNS = ['name', 'city']

export const samples: Samples = ({ db, run }) => {
  const read = async (): Promise<number> => {
    const { id } = await db.one<{ id: number }>(sql`
      insert into imports (target, name, form, headings, line_count, user_name, created_at)
      values ('customers', 'πελάτες.csv', 'csv', '["Επωνυμία", "Πόλη"]', 1, 'Ελένη', now()) returning id`)
    const cells = JSON.stringify([`Ταβέρνα ${randomUUID()}`, 'Βόλος'])
    await db.run(sql`insert into import_lines (import_id, line, cells) values (${id}, 2, ${cells}::jsonb)`)
    return id
  }
  const chosen = async () => ({ id: await read(), columns: COLUMNS, key: 'name', signs: [] })
  const done = async (): Promise<{ id: number }> => {
    const input = await chosen()
    await run('import.import-rows', input)
    return { id: input.id }
  }
  const moveIn = (): Promise<{ id: number }> =>
    db.one<{ id: number }>(sql`
      insert into move_ins (source, name, state, user_name, created_at) values ('zip', 'backup.zip', 'CHECKED', 'Ελένη', now()) returning id`)
  return {
    'import.check-rows': async () => ({ ...(await chosen()), after: 0 }),
    'import.import-rows': chosen,
    'import.undo-import': done,
    'import.file': async () => ({ id: await read() }),
    'import.list': fixed({ page: 1 }),
    'import.move-in': moveIn,
    'import.move-ins': fixed({}),
    'import.refused-records': async () => ({ ...(await moveIn()), page: 1 }),
    'import.go-on': moveIn,
    'import.read-address': fixed({ url: 'https://old.example/api/v2/db', key: 'key' }),
    'import.lines': async () => ({ ...(await done()), kind: 'new', page: 1 }),
  }
}

export const historySample: HistorySample = {
  silent: ['import.read-file', 'import.check-rows', 'import.read-backup', 'import.read-address', 'import.go-on'],
  byJobs: ['import.move-in'],
}
