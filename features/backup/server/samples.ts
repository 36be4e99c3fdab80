/** Provides a valid input for each query and lookup of backups, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import { PASSWORD } from '#server/samples/sample-company.ts'
import { fixed, type HistorySample, idOf, type Samples } from '#server/samples/sample-parts.ts'
import { BACKUP_WORDS } from '../domain/history-words.ts'
import { DID, RECORD_KINDS, RESTORE_KINDS } from '../domain/contract.ts'

const BUCKET = {
  address: 'https://s3.example',
  region: 'eu-central-1',
  bucket: 'kerino',
  folder: '',
  keyId: 'KEY',
  secret: 'a secret',
}

export const samples: Samples = ({ db }) => {
  /** Ends what earlier samples began, and adds a complete backup. Its file does not exist. */
  const backup = async (): Promise<number> => {
    await db.run(sql`update restores set state = 'FAILED' where state in ('WAITING', 'ASKED')`)
    await db.run(sql`update backups set state = 'FAILED' where state = 'WAITING'`)
    const name = `kerino-${randomUUID()}.zip`
    return idOf(
      db,
      sql`insert into backups (name, file, origin, state, asked_at, asked_name, ended_at)
        values (${name}, ${name}, 'UPLOAD', 'DONE', now(), 'Νίκος', now()) returning id`,
    )
  }
  const compared = async (): Promise<number> =>
    idOf(
      db,
      sql`insert into restores (backup_id, kind, state, asked_at, asked_name)
        values (${await backup()}, 'ALL', 'COMPARED', now(), 'Νίκος') returning id`,
    )
  const company = async (): Promise<string> => {
    const row = await db.maybe<{ name: string | null }>(
      sql`select value ->> 'name' as name from settings where name = 'company'`,
    )
    return row?.name ?? ''
  }
  return {
    'backup.list': fixed(),
    'backup.restore-state': async () => ({ id: await compared() }),
    'backup.start': async () => {
      await backup()
      return {}
    },
    'backup.save-bucket': fixed(BUCKET),
    'backup.forget-bucket': fixed(),
    'backup.find': fixed(),
    'backup.start-export': async () => {
      await backup()
      return {}
    },
    'backup.remove': async () => ({ id: await backup() }),
    'backup.begin-upload': fixed({ name: 'kerino.zip', bytes: 100 }),
    'backup.compare': async () => ({ id: await backup() }),
    'backup.restore': async () => ({ id: await compared(), company: await company(), password: PASSWORD }),
    ...Object.fromEntries(
      RECORD_KINDS.map((kind) => [`backup.restore-${kind}`, async () => ({ id: await backup(), password: PASSWORD })]),
    ),
  }
}

export const historySample: HistorySample = {
  words: { backups: BACKUP_WORDS },
  lists: { backups: { backup: DID, kind: RESTORE_KINDS } },
  free: { backups: ['name', 'store'] },
  silent: [
    'backup.start',
    'backup.start-export',
    'backup.begin-upload',
    'backup.find',
    'backup.compare',
    'backup.restore',
    ...RECORD_KINDS.map((kind) => `backup.restore-${kind}`),
  ],
  byJobs: ['backup.made', 'backup.restored'],
}
