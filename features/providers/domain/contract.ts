/** Declares the names, inputs and outputs of providers: lists, one provider, and the commands that write providers. */
import { definePartyContracts } from '#features/parties/domain/contract.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { providersRights } from './rights.ts'

/** What is read and written of one provider is the same as of every party. */
export const providerContracts = definePartyContracts('providers', 'provider', providersRights)

/** The list of providers. Its filters find parts of the texts, and a phone number by its digits. */
export const providerList = defineList('providers', {
  feature: 'providers',
  right: providersRights.read,
  queries: { list: 'providers.list', count: 'providers.count' },
  size: 150,
  page: '/provider-detail/$id',
  columns: {
    name: field.name(100, { sort: true, filter: true, width: 200, card: 'title' }),
    label: field.name(100, { sort: true, filter: true, width: 140 }),
    vat: field.name(100, { sort: true, filter: true, width: 110 }),
    phone: field.name(100, { sort: true, filter: true, width: 120 }),
    address: field.name(100, { sort: true, filter: true, width: 160, from: 760 }),
    city: field.name(100, { word: 'parties:field.city', filter: true, hidden: true }),
  },
})
