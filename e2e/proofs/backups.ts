/** Makes and restores backups of the server under test by the page of backups. */
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD } from '../server-under-test.ts'
import { type Caller, done } from './callers.ts'

export type Listed = {
  backups: { id: number; state: string }[]
  restore: { id: number; state: string } | null
  company: string
}

export const listBackups = async (admin: Caller): Promise<Listed> => (await done(admin.ask('backup.list'))) as Listed

/** Waits until a condition of the list holds. */
export async function waitForBackups(admin: Caller, holds: (listed: Listed) => boolean): Promise<Listed> {
  for (;;) {
    const listed = await listBackups(admin)
    if (holds(listed)) return listed
    await pause(300)
  }
}

/** Makes a backup of the present data and returns its id. */
export async function makeBackup(admin: Caller): Promise<number> {
  const { id } = (await done(admin.press('backup.start', {}))) as { id: number }
  await waitForBackups(admin, ({ backups }) => backups.some((one) => one.id === id && one.state === 'DONE'))
  return id
}

/** Compares a backup and asks for its restore. Returns the id of the restore. */
export async function askForRestore(admin: Caller, id: number): Promise<number> {
  await done(admin.press('backup.compare', { id }))
  const { restore: compared, company } = await waitForBackups(admin, (listed) => listed.restore?.state === 'COMPARED')
  return (await done(admin.press('backup.restore', { id: compared?.id, company, password: PASSWORD }))).id as number
}

export const hasEnded = ({ restore: last }: Listed): boolean => ['DONE', 'FAILED'].includes(last?.state ?? '')

/** Waits until people may save again: a restore is done some time before every process was told to forget what it keeps. */
export async function untilWritable(write: () => Promise<{ readonly status: number }>): Promise<void> {
  while ((await write()).status === 503) await pause(300)
}
