/** Stores, forgets and tries the accounts at the tax office. */
import { refuse } from '#kernel/refusal.ts'
import { demandPerson, type Lookup, lookup, type Query, query, type Reach } from '#server/command.ts'
import { failed, faultOfReason, works } from '#server/integrations/environment/trial.ts'
import { turnsAt } from '#server/integrations/service-turns.ts'
import * as contract from '../../domain/tax-office.ts'
import { TAX_FORM } from '../../domain/tax/settings.ts'
import { readConnected } from '../ways/sending-way.ts'
import { accountOf, forgetAccount, openTaxOfficeOf, saveAccount, userOf } from './account.ts'

/** The seconds between two trials, for all people and processes. */
const SECONDS = 6

const shown = (userId: string | null) => (userId === null ? null : { userId })

export const taxOfficeQuery: Query = query(contract.taxOfficeAccounts, async ({ rows }) => ({
  real: shown(await userOf(rows, false)),
  test: shown(await userOf(rows, true)),
  simulated: (await readConnected(rows)).simulatedTaxOffice ?? false,
}))

/** Stores a change of the user name in the history. The key is in no history. */
const keepChange = (
  { keep }: Reach,
  test: boolean,
  after: string | null,
  act: Parameters<Reach['keep']>[0],
): Promise<unknown> =>
  keep(async (work) => {
    const before = await userOf(work.tx, test)
    await act(work)
    work.record({
      entity: 'settings',
      id: TAX_FORM.id,
      changes: { [test ? 'taxOfficeTestUser' : 'taxOfficeUser']: [before, after] },
    })
  })

const saveLookup = lookup(contract.saveTaxOffice, async (reach, { test, userId, key }) => {
  demandPerson(reach.actor)
  const { rows, sealing } = reach
  if (!sealing.possible()) refuse('unavailable', 'invoicing.no-secrets-key')
  const stored = key === '' ? await accountOf(rows, sealing, test) : null
  const whole = key !== '' ? key : stored?.userId === userId ? stored.key : null
  if (whole === null)
    return refuse('refused', 'invoicing.key-missing', { fields: { key: 'invoicing.key-missing' }, first: 'key' })
  await keepChange(reach, test, userId, async ({ tx }) => {
    if (!(await saveAccount(tx, sealing, { userId, key: whole }, test)))
      refuse('unavailable', 'invoicing.no-secrets-key')
  })
  return { done: true }
})

const forgetLookup = lookup(contract.forgetTaxOffice, async (reach, { test }) => {
  demandPerson(reach.actor)
  if ((await userOf(reach.rows, test)) === null) return { done: false }
  await keepChange(reach, test, null, ({ tx }) => forgetAccount(tx, test))
  return { done: true }
})

const tryLookup = lookup(contract.tryTaxOffice, async ({ rows, sealing, outside, today }, { test }) => {
  const pace = { gapMilliseconds: SECONDS * 1000, longestWaitMilliseconds: 0 }
  if (!(await turnsAt(rows, 'try-tax-office', pace)()))
    refuse('tooMany', 'settings.try-again-soon', { seconds: SECONDS, retryAfterSeconds: SECONDS })
  const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, test)
  if (office === null) return refuse('refused', 'invoicing.no-tax-office')
  const answer = await office.transmitted({ afterMark: '0', fromDay: today, toDay: today })
  if (answer.kind === 'page') return works()
  const { reason } = answer
  return failed(faultOfReason(reason) ?? (reason === 'cut' ? 'cut' : 'unreachable'))
})

export const taxOfficeLookups: readonly Lookup[] = [saveLookup, forgetLookup, tryLookup]
