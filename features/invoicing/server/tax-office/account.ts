/**
 * The accounts at the tax office as they are stored: with encrypted keys. They belong to this installation, so no backup contains them.
 */
import { z } from 'zod'
import { forgetSetting, saveSetting } from '#server/company.ts'
import type { Rows } from '#server/db/database.ts'
import type { TaxOffice, TaxOfficeAccount, TaxOfficeGate } from '#server/integrations/tax-office/tax-office.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import { readStored } from '#server/settings.ts'
import { readConnected } from '../ways/sending-way.ts'

/** Returns the name under which an account is stored in `settings`. */
const nameOf = (test: boolean): string => (test ? INSTALLATION_SETTINGS.taxOfficeTest : INSTALLATION_SETTINGS.taxOffice)
/** Returns the owner for whom the key of an account is encrypted. */
const ownerOf = (test: boolean): string => (test ? 'tax office test account' : 'tax office account')

const zStored = z.object({ userId: z.string(), sealedKey: z.string() })

async function readAccount(rows: Rows, test: boolean): Promise<z.output<typeof zStored> | null> {
  return zStored.safeParse(await readStored(rows, nameOf(test))).data ?? null
}

/** Returns the user name of an account; null if there is none. */
export const userOf = async (rows: Rows, test: boolean): Promise<string | null> =>
  (await readAccount(rows, test))?.userId ?? null

/** Returns an account with its key. Null if there is none, or if its key cannot be read. */
export async function accountOf(rows: Rows, sealing: Sealing, test: boolean): Promise<TaxOfficeAccount | null> {
  const stored = await readAccount(rows, test)
  if (stored === null) return null
  const key = sealing.unseal(stored.sealedKey, ownerOf(test))
  return key === null ? null : { userId: stored.userId, key }
}

/** Stores an account. Returns false if its key cannot be encrypted. */
export async function saveAccount(
  rows: Rows,
  sealing: Sealing,
  { userId, key }: TaxOfficeAccount,
  test: boolean,
): Promise<boolean> {
  const sealedKey = sealing.seal(key, ownerOf(test))
  if (sealedKey === null) return false
  await saveSetting(rows, nameOf(test), { userId, sealedKey })
  return true
}

export const forgetAccount = (rows: Rows, test: boolean): Promise<number> => forgetSetting(rows, nameOf(test))

/** Reports whether the tax office can be called: an account is stored, or the tax office is simulated. */
export async function isTaxOfficeKnown(rows: Rows): Promise<boolean> {
  const { simulatedTaxOffice = false } = await readConnected(rows)
  return simulatedTaxOffice || (await userOf(rows, false)) !== null
}

/**
 * Opens the account of the company at the tax office. Null if there is none or its key cannot be read. With `test` only the address for
 * tests is called.
 */
export async function openTaxOfficeOf(
  { rows, sealing, gate }: { readonly rows: Rows; readonly sealing: Sealing; readonly gate: TaxOfficeGate | null },
  test: boolean,
): Promise<TaxOffice | null> {
  if (gate === null) return null
  const account = gate.demoAccount ?? (await accountOf(rows, sealing, test))
  return account && gate.open(account, test)
}
