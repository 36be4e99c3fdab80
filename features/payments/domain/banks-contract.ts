/** Declares the banks that the office keeps. Payments keep the name that was written, so a bank can be renamed and deleted. */
import { field } from '#kernel/records/fields.ts'
import { defineShortRecord } from '#kernel/records/record.ts'
import { paymentsRights } from './rights.ts'

export const banks = defineShortRecord('banks', {
  one: 'bank',
  feature: 'payments',
  rights: paymentsRights,
  title: ({ name }) => name,
  order: ['name'],
  fields: {
    name: field.name(200, { required: 'payments.bank-name', unique: 'payments.bank-exists' }),
    /** Forms propose the banks that are not hidden. */
    hidden: field.since({ wire: false }),
  },
  refusals: { missing: 'payments.no-bank' },
})
