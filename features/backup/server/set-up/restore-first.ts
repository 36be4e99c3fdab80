/** What the set-up of an empty database may do with backups. The routes refuse all of it once there is an account. */
import { whyWeakPassword } from '#accounts/server/new-password/weak-password.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { slowUpload, type SlowUpload } from '#server/bytes.ts'
import { type Lookup, lookup } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { PART_BYTES, SHOWN_BACKUPS } from '../../domain/contract.ts'
import * as contract from '../../domain/set-up.ts'
import { askFor, comparedOf, compareBackupLookup } from '../lookups.ts'
import { fileOf, readBackups, readRestore } from '../queries.ts'
import { beginUploadLookup, receivePart } from '../receive.ts'
import { declareBucket } from '../store/store-lookups.ts'

const beginUpload = lookup(contract.setUpBeginUpload, (reach, input) => beginUploadLookup.look(reach, input))

const findInBucket = lookup(contract.setUpBucket, async (reach, typed) => ({
  found: await declareBucket(reach, typed),
}))

const compare = lookup(contract.setUpCompare, async (reach, input) => {
  const { encrypted } = await fileOf(reach.rows, input.id)
  // the passphrase of the server would open the backup to everybody who finds this page first
  if (encrypted && input.passphrase === '')
    refuse('invalid', 'backup.passphrase-missing', {
      fields: { passphrase: 'backup.passphrase-missing' },
      first: 'passphrase',
    })
  return compareBackupLookup.look(reach, input)
})

const restore = lookup(contract.setUpRestore, async (reach, { id, email, password, language }) => {
  stopOn(whyWeakPassword(password, [email]))
  const { backupId, passphrase } = await comparedOf(reach, id)
  const administrator = {
    email,
    name: email,
    language: language ?? null,
    passwordHash: await hashPassword(password),
  }
  return askFor(reach, backupId, { kind: 'ALL', state: 'ASKED', passphrase, administrator })
})

/** Returns what the page of the set-up shows of backups: nothing once there is an account. */
async function readState(rows: Rows, needed: boolean): Promise<contract.RestoreFirst> {
  if (!needed) return { needed, backups: [], restore: null }
  const shown = sql`state = 'DONE' and origin <> 'EXPORT' order by asked_at desc, id desc limit ${SHOWN_BACKUPS}`
  return {
    needed,
    backups: await readBackups(rows, shown),
    restore: await readRestore(rows, sql`order by r.id desc limit 1`),
  }
}

const lookups: readonly Lookup[] = [beginUpload, findInBucket, compare, restore]
const upload: SlowUpload = slowUpload(contract.setUpAddPart, PART_BYTES, receivePart)

export const restoreFirst = { state: contract.setUpRestoreState.name, readState, lookups, upload } as const
