/** Keeps a passphrase that a person typed for one backup encrypted while the database contains it. */
import { refuse } from '#kernel/refusal.ts'
import type { Sealing } from '#server/seal/sealing.ts'

const OWNER = 'passphrase of a backup'

/** Returns the encrypted passphrase; null if none was typed. Refuses if it cannot be encrypted. */
export const sealPassphrase = (sealing: Sealing, typed: string): string | null =>
  typed === '' ? null : (sealing.seal(typed, OWNER) ?? refuse('unavailable', 'backup.no-secrets-key'))

export const unsealPassphrase = (sealing: Sealing, sealed: string | null): string | null =>
  sealed === null ? null : sealing.unseal(sealed, OWNER)
