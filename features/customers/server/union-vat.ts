import { readCompany } from '#server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { HOME } from '#kernel/tax/country.ts'
import { standingOf, type UnionNumber, unionNumberOf } from '#kernel/tax/union-vat.ts'
import { isVatOf, vatWithin } from '#kernel/tax/vat-of-country.ts'
import { lookup, query, type View } from '#server/command.ts'
import { type StoredUnionAnswer, storedUnionAnswers, verifyUnionNumber } from '#server/lookups/union-vat.ts'
import * as contract from '../domain/union-contract.ts'
import { readCustomer } from './customer-kind.ts'

const shown = (number: UnionNumber, last: StoredUnionAnswer | null, today: View['today']): contract.UnionVat => ({
  concerned: true,
  number: `${number.country}${number.vat}`,
  standing: standingOf(last, today),
  last,
})

const NOT_CONCERNED: contract.UnionVat = { concerned: false, number: '', standing: 'unverified', last: null }

export const unionVatQuery = query(contract.unionVat, async ({ rows, today }, { id }) => {
  const number = unionNumberOf(await readCustomer(rows, id))
  return number === null ? NOT_CONCERNED : shown(number, (await storedUnionAnswers(rows, [number]))(number), today)
})

/** Records a new answer in the history of the customer, with the number that proves the consultation. */
export const verifyUnionVatLookup = lookup(contract.verifyUnionVat, async (reach, { id, again }) => {
  const number = unionNumberOf(await readCustomer(reach.rows, id))
  if (number === null) return refuse('refused', 'customers.not-in-vies', { customerId: id })
  const { vat } = await readCompany(reach.rows)
  const requester = isVatOf(HOME, vat) ? vatWithin(HOME, vat) : null
  const { last, failure, isNew } = await verifyUnionNumber(reach, number, { requester, again })
  const verified = shown(number, last, reach.today)
  if (isNew && last)
    await reach.keep(async ({ record }) =>
      record({
        entity: 'customers',
        id,
        changes: { vies: [null, last.valid ? 'valid' : 'invalid'] },
        note: [verified.number, last.requestId].filter(Boolean).join(' · '),
      }),
    )
  return { ...verified, failure }
})
