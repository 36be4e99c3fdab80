import { expect, test } from 'vitest'
import { settingsContracts, storedValues } from '#kernel/settings/form.ts'
import { invoicingRights } from '../rights.ts'
import { TAX_SETTINGS } from './settings.ts'

const { save } = settingsContracts({ name: 'tax', right: invoicingRights.settle, settings: TAX_SETTINGS })
const usual = storedValues(TAX_SETTINGS, undefined)

test.each([
  ['a series', { series: [{ document: 'invoice', series: '', start: 1, startYear: 0 }] }],
  ['a category of income', { incomes: [{ category: ' ', income: 'own' }] }],
  ['a VAT class without VAT', { exemptions: [{ vatClass: '', reason: 7 }] }],
])('%s needs a name', (_what, rows) => {
  expect(save.input.safeParse({ values: usual, shown: {} }).success).toBe(true)
  expect(save.input.safeParse({ values: { ...usual, ...rows }, shown: {} }).success).toBe(false)
})
