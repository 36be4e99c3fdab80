/** Imports the opening balances of customers and providers. */
import type { PartyKind } from '#features/parties/server/kind.ts'
import { type OpeningBalance } from '#features/parties/domain/opening-balance.ts'
import { setOpening, takeBackOpening } from '#features/parties/server/opening-balances.ts'
import type { Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { textOf } from '../../domain/read-cells.ts'
import { partyTarget } from './parties.ts'
import type { ImportTarget } from './target.ts'

/** The record of a row is the customer or provider, because a balance has no page of its own. */
export const balanceTarget = (kind: PartyKind): ImportTarget => ({
  find: partyTarget(kind).find,
  write: async (work, { name, values: [values = {}] }, partyId) => {
    if (partyId === null)
      return refuse('missing', kind.name === 'customers' ? 'import.no-customer' : 'import.no-provider', { name })
    const amount = values['amount']
    if (typeof amount !== 'number') return refuse('invalid', 'import.cell-missing-amount')
    const opening: OpeningBalance = {
      amount: amount as Cents,
      // a file without a day is of the day on which it is imported
      day: typeof values['day'] === 'string' ? (values['day'] as Day) : work.today,
      note: textOf(values, 'note'),
    }
    return { id: partyId, ...(await setOpening(kind, work, partyId, opening)) }
  },
  undo: async (work, { id, before, version }) =>
    takeBackOpening(kind, work, id, { before: before as OpeningBalance | null, version }),
})
