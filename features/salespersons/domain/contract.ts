/** Declares salespersons: their fields, and with them the contracts of their pages. */
import { field, orNone } from '#kernel/records/fields.ts'
import { defineRecord } from '#kernel/records/record.ts'
import { salespersonsRights } from './rights.ts'

const required = 'salespersons.no-name'

/** Returns the display name of a salesperson: name, then surname. */
export const salespersonName = ({ name, surname }: { readonly name: string; readonly surname: string }): string =>
  [name, surname].filter(Boolean).join(' ')

export const salespersons = defineRecord('salespersons', {
  one: 'salesperson',
  rights: salespersonsRights,
  pages: { list: '/salespersons', create: '/createsalesperson', record: '/salesperson-detail/$id' },
  size: 150,
  title: salespersonName,
  order: ['surname', 'name'],
  fields: {
    name: field.name(200, { required, list: true, sort: true, search: true, card: 'title', width: 260 }),
    surname: field.name(200, { required, list: true, sort: true, search: true, width: 260 }),
    /** The discount in percent for a customer's first order, and for every later one. */
    firstDiscount: field.percent(),
    normalDiscount: field.percent(),
    email: field.email({ form: false, wrong: 'salespersons.wrong-email' }),
    startDate: orNone(field.day({ form: false })),
  },
  together: { discounts: ['firstDiscount', 'normalDiscount'] },
  refusals: { missing: 'salespersons.missing', used: 'salespersons.in-use' },
})

export const { options: salespersonOptions } = salespersons
