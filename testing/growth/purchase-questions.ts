/** The questions about purchases whose cost must not grow with the data of the company. */
import { NOTE_SORTS, SHOWN } from '#features/receiving/domain/contract.ts'
import { both, of, type Question } from './question.ts'
import type { Subjects } from './subjects.ts'

/** Returns the questions of the form of an inbound invoice, of requests and proposals, and of an invoice that is read from a file. */
export const questionsAboutPurchases = ({ provider, products }: Subjects, fileId: number): readonly Question[] => {
  const [productId] = products
  const waiting = { state: ['OPEN', 'ORDERED', 'PART-RECEIVED'] }
  return [
    ...of('inbound invoice', 'purchases.find-goods', [
      { search: 'κερί', providerId: provider },
      { search: 'ΠΡ-2-7', providerId: provider },
      { search: 'ξψζξψζ', providerId: provider },
    ]),
    ...of('inbound invoice', 'purchases.goods-for-draft', [{ ids: [...products], providerId: provider }]),
    ...of('inbound invoice', 'purchases.find-providers', [{ search: '' }, { search: 'προμ' }]),
    ...of('inbound invoice', 'purchases.provider-habits', [{ providerId: provider }]),
    ...of('inbound invoice', 'purchases.number-taken', [{ providerId: provider, number: 'ΤΙΜ-1199' }]),
    ...of('inbound invoice', 'purchases.last-prices', [{ productId }, { productId, providerId: provider }]),
    ...of('inbound invoice', 'purchases.product-providers', [{ productId }]),
    ...of('inbound invoice', 'purchases.provider-products', [{ providerId: provider }]),
    ...of('purchase requests', 'purchases.requests', [
      { filters: waiting },
      ...both(['id', 'dueOn', 'providerName', 'state']).map((sort) => ({ ...sort, filters: waiting })),
      ...both(['id', 'providerName', 'state']),
      { filters: { state: ['RECEIVED'] } },
      { filters: { providerId: provider } },
    ]),
    ...of('purchase requests', 'purchases.count-requests', [{}, { filters: waiting }]),
    ...of('purchase requests', 'purchases.count-request-states', [{}]),
    ...of('purchase requests', 'purchases.proposals', [{}]),
    ...of('invoice from a file', 'purchases.file-draft', [{ id: fileId, providerId: provider }]),
    ...of('notes of others', 'receiving.notes', [
      {},
      ...both(NOTE_SORTS).map((sort) => ({ ...sort, filters: { show: 'open' } })),
      ...SHOWN.map((show) => ({ filters: { show } })),
      { search: 'φυτίλι 2077', filters: { show: 'every' } },
      { search: '400006000002077', filters: { show: 'every' } },
      { search: 'ξψζξψζ', filters: { show: 'every' } },
    ]),
    ...of('notes of others', 'receiving.count-notes', [{ filters: { show: 'open' } }]),
    ...of('notes of others, counted', 'receiving.count-shown', [{}]),
    ...of('notes of others, counted', 'receiving.count-notes', [{ filters: { show: 'every' } }]),
  ]
}
