/** Declares the names, inputs and outputs of backups and restores. */
import { z } from 'zod'
import { defineCommand, defineQuery, zFileAnswer, zFileName, zId, zName, zText } from '#kernel/contract.ts'
import { FAILURES } from './failures.ts'
import { backupRights } from './rights.ts'

/** The topic of which open pages are notified when a backup or restore moves on. */
export const BACKUPS_TOPIC = 'backups'
export const BACKUP_PAGE = '/backup'

/** `EXPORT` is no backup: everything as CSV and SQL, from which nothing is restored. `FOUND` was written by another installation. */
export const ORIGINS = ['HAND', 'NIGHT', 'BEFORE-RESTORE', 'BEFORE-MOVE-IN', 'UPLOAD', 'EXPORT', 'FOUND'] as const
export const STORED_IN = ['FOLDER', 'BUCKET'] as const
export const BACKUP_STATES = ['WAITING', 'RUNNING', 'RECEIVING', 'PROVING', 'DONE', 'FAILED'] as const
export const RESTORE_STATES = ['WAITING', 'COMPARING', 'COMPARED', 'ASKED', 'RESTORING', 'DONE', 'FAILED'] as const
/** The kinds of records that can be restored by themselves. */
export const RECORD_KINDS = ['customers', 'orders', 'products', 'invoices', 'loans'] as const
export const RESTORE_KINDS = ['ALL', ...RECORD_KINDS] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
/** What histories say was done with a backup. */
export const DID = ['MADE', 'EXPORTED', 'RECEIVED', 'REMOVED', 'RESTORED'] as const
/** The id under which histories record where backups are stored. */
export const STORE_RECORD = 0

/** The most backups that the page shows. */
export const SHOWN_BACKUPS = 60
/** A file is sent in parts of this size, so that no process holds it whole and a lost part is sent again. */
export const PART_BYTES = 4_000_000
const MOST_BYTES = 1_000_000_000_000

const zFailure = z.enum(FAILURES).nullable()

export const zBackup = z.object({
  id: z.int(),
  name: z.string(),
  origin: z.enum(ORIGINS),
  storedIn: z.enum(STORED_IN),
  state: z.enum(BACKUP_STATES),
  askedAt: z.string(),
  askedBy: z.string(),
  endedAt: z.string().nullable(),
  rowsDone: z.int(),
  /** An estimate while it is being written. */
  rowsTotal: z.int(),
  bytes: z.int(),
  encrypted: z.boolean(),
  tables: z.int(),
  failure: zFailure,
  provenAt: z.string().nullable(),
  provenTables: z.int(),
  proofFailure: zFailure,
})
export type BackupRow = z.output<typeof zBackup>

const zDifference = z.object({
  table: z.string(),
  rows: z.int(),
  present: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})

export const zRestore = z.object({
  id: z.int(),
  backupId: z.int(),
  backupName: z.string(),
  kind: z.enum(RESTORE_KINDS),
  state: z.enum(RESTORE_STATES),
  askedAt: z.string(),
  askedBy: z.string(),
  endedAt: z.string().nullable(),
  differences: z.array(zDifference),
  failure: zFailure,
  failureAt: z.string(),
})
export type RestoreRow = z.output<typeof zRestore>

const zShownBucket = z.object({
  address: z.string(),
  region: z.string(),
  bucket: z.string(),
  folder: z.string(),
  keyId: z.string(),
})

export const listBackups = defineQuery('backup.list', {
  right: backupRights.manage,
  input: z.strictObject({}),
  output: z.object({
    place: z.object({
      /** Where backups are stored; null if they cannot be stored anywhere. */
      kind: z.enum(['folder', 'bucket']).nullable(),
      encrypted: z.boolean(),
      /** The number of scheduled backups that are kept. */
      keep: z.int(),
      nightly: z.boolean(),
      /** The bucket without its secret, which is never shown again; null while backups lie in the folder. */
      bucket: zShownBucket.nullable(),
    }),
    nextAt: z.string(),
    company: z.string(),
    /** The last backup that was restored beside the data and found equal. */
    proven: zBackup.nullable(),
    backups: z.array(zBackup),
    /** The comparison or restore that was asked for last. */
    restore: zRestore.nullable(),
  }),
})

export const getRestore = defineQuery('backup.restore-state', {
  right: backupRights.manage,
  input: z.strictObject({ id: zId }),
  output: zRestore,
})

/** Returns the file of a backup. */
export const fetchBackup = defineQuery('backup.fetch', {
  right: backupRights.manage,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

const idOutput = z.object({ id: z.int() })

/** Makes a backup. A person who asks while another one is being made gets that one. */
export const startBackup = defineCommand('backup.start', {
  right: backupRights.manage,
  input: z.strictObject({}),
  output: idOutput,
})

/** Writes everything as CSV and SQL for other programs. A person who asks while a backup is being made gets that one. */
export const startExport = defineCommand('backup.start-export', {
  right: backupRights.manage,
  input: z.strictObject({}),
  output: idOutput,
})

/** A bucket of an S3-compatible service, as a person types it. Without a secret the stored one stays, if address and key are the same. */
export const zTypedBucket = z.strictObject({
  address: zName(500).pipe(z.string().min(1)),
  region: zName(60).pipe(z.string().min(1)),
  bucket: zName(63).pipe(z.string().min(1)),
  folder: zName(300).default(''),
  keyId: zName(200).pipe(z.string().min(1)),
  secret: zText(500).default(''),
})

/** Tries a bucket by writing, reading and deleting a small file. If that works, backups lie there from now on. Returns how many it has already. */
export const saveBucket = defineCommand('backup.save-bucket', {
  right: backupRights.manage,
  input: zTypedBucket,
  output: z.object({ found: z.int() }),
})

/** Stores backups in the folder of the server again. Those in the bucket stay there and are listed no longer. */
export const forgetBucket = defineCommand('backup.forget-bucket', {
  right: backupRights.manage,
  input: z.strictObject({}),
  output: z.object({ done: z.boolean() }),
})

/** Looks for backups in the folder and in the bucket that are not known yet. Returns how many there were. */
export const findBackups = defineCommand('backup.find', {
  right: backupRights.manage,
  input: z.strictObject({}),
  output: z.object({ found: z.int() }),
})

/** Deletes the file of a backup. */
export const removeBackup = defineCommand('backup.remove', {
  right: backupRights.manage,
  input: z.strictObject({ id: zId }),
  output: idOutput,
})

/** Announces a file that follows in parts. */
export const beginUpload = defineCommand('backup.begin-upload', {
  right: backupRights.manage,
  input: z.strictObject({ name: zFileName, bytes: z.int().min(1).max(MOST_BYTES) }),
  output: idOutput,
})

/** Adds the next part of a file. `from` is the number of bytes before it; a part that is there already changes nothing. */
export const addPart = defineCommand('backup.add-part', {
  right: backupRights.manage,
  input: z.strictObject({ id: zId, from: z.int().min(0).max(MOST_BYTES) }),
  output: z.object({ received: z.int(), complete: z.boolean() }),
})

/** A passphrase that a person types because the server has another one or none. Empty for that of the server. */
export const zPassphrase = z.string().max(1000).default('')

/** Compares a backup with the present data. Nothing is changed. */
export const compareBackup = defineCommand('backup.compare', {
  right: backupRights.manage,
  input: z.strictObject({ id: zId, passphrase: zPassphrase }),
  output: idOutput,
})

/** Replaces all data by those of a backup that was compared. The person proves who they are and types the name of the company. */
export const restoreBackup = defineCommand('backup.restore', {
  right: backupRights.manage,
  input: z.strictObject({ id: zId, company: zName(300), password: z.string().max(1000) }),
  output: idOutput,
})

const restoreOfKind = <Kind extends RecordKind>(kind: Kind) =>
  defineCommand(`backup.restore-${kind}`, {
    right: backupRights.manage,
    input: z.strictObject({ id: zId, password: z.string().max(1000) }),
    output: idOutput,
  })

/**
 * Bring back the records of one kind: those of the backup that are missing are written by their number. Customers and products that were
 * changed are written over.
 */
export const restoreKinds = {
  customers: restoreOfKind('customers'),
  orders: restoreOfKind('orders'),
  products: restoreOfKind('products'),
  invoices: restoreOfKind('invoices'),
  loans: restoreOfKind('loans'),
}
