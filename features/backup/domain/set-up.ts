/** Declares how a new installation without any account gets everything back from a backup, instead of being set up. */
import { z } from 'zod'
import { zEmail, zLanguage, zPassword } from '#accounts/domain/contract.ts'
import { usersRights } from '#accounts/domain/rights.ts'
import { defineCommand, defineQuery, zId } from '#kernel/contract.ts'
import { addPart, beginUpload, compareBackup, zBackup, zRestore, zTypedBucket } from './contract.ts'

// the server answers these only while there is no account, so no right guards them
const right = usersRights.use

/** Returns the backups that were sent or found, and the comparison or restore that was asked for last. */
export const setUpRestoreState = defineQuery('setup.restore-state', {
  right,
  input: z.strictObject({}),
  output: z.object({
    /** True while the database has no account. Otherwise nothing else is told. */
    needed: z.boolean(),
    backups: z.array(zBackup),
    restore: zRestore.nullable(),
  }),
})

export type RestoreFirst = z.output<typeof setUpRestoreState.output>

export const setUpBeginUpload = defineCommand('setup.restore-begin-upload', {
  right,
  input: beginUpload.input,
  output: beginUpload.output,
})

export const setUpAddPart = defineCommand('setup.restore-add-part', {
  right,
  input: addPart.input,
  output: addPart.output,
})

/** Declares the bucket of the lost installation, and finds its backups there. */
export const setUpBucket = defineCommand('setup.restore-bucket', {
  right,
  input: zTypedBucket,
  output: z.object({ found: z.int() }),
})

/** Checks a backup. Whoever restores an encrypted one types its passphrase, also if the server has it. */
export const setUpCompare = defineCommand('setup.restore-compare', {
  right,
  input: compareBackup.input,
  output: compareBackup.output,
})

/**
 * Restores a backup that was checked. No backup contains passwords, so the person chooses a new one: for their account in the backup, or
 * for a new administrator if it has none with this address.
 */
export const setUpRestore = defineCommand('setup.restore', {
  right,
  input: z.strictObject({ id: zId, email: zEmail, password: zPassword, language: zLanguage.optional() }),
  output: z.object({ id: z.int() }),
})
