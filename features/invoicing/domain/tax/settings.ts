/** The settings of tax documents. */
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'
import { LAST_EXEMPTION } from '#kernel/tax/tax-document.ts'

/** The code of a reason why a sale has no VAT; 0 if none was chosen. */
const exemption = <const Name extends string>(name: Name, usual: number) =>
  ({ kind: 'count', name, usual, least: 0, most: LAST_EXEMPTION }) as const

export const TAX_SETTINGS = [
  /** The number of this branch in the registry of the tax office. */
  { kind: 'count', name: 'branch', usual: 0, least: 0, most: 9_999 },
  /** The series of each kind of document. `start` counts in the year `startYear` only; every other year begins at 1. */
  {
    kind: 'rows',
    name: 'series',
    usual: [],
    mostEntries: 4,
    unique: 'document',
    columns: [
      {
        kind: 'choice',
        name: 'document',
        usual: 'invoice',
        options: ['invoice', 'receipt', 'credit-note', 'receipt-credit'],
      },
      { kind: 'text', name: 'series', longest: 10, required: true, check: 'series' },
      { kind: 'count', name: 'start', usual: 1, least: 1, most: 999_999_999 },
      { kind: 'count', name: 'startYear', usual: 0, least: 0, most: 9_999 },
    ],
  },
  {
    kind: 'choice',
    name: 'paymentWay',
    usual: 'on-credit',
    options: ['on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad', 'web-banking', 'card', 'iris'],
  },
  /** How the books classify goods whose category is not in the list below. */
  { kind: 'choice', name: 'usualIncome', usual: 'own', options: ['own', 'traded'] },
  {
    kind: 'rows',
    name: 'incomes',
    usual: [],
    mostEntries: 200,
    unique: 'category',
    columns: [
      { kind: 'text', name: 'category', longest: 100, required: true },
      { kind: 'choice', name: 'income', usual: 'traded', options: ['own', 'traded'] },
    ],
  },
  /** Why a line without VAT has none: in Greece by the VAT class of the product, and otherwise by where the customer is. */
  {
    kind: 'rows',
    name: 'exemptions',
    usual: [],
    mostEntries: 50,
    unique: 'vatClass',
    columns: [
      { kind: 'text', name: 'vatClass', longest: 100, required: true },
      { ...exemption('reason', 1), least: 1 },
    ],
  },
  exemption('exemptionHome', 0),
  exemption('exemptionUnion', 14),
  exemption('exemptionOutside', 8),
  exemption('exemptionServices', 4),
  { kind: 'choice', name: 'fourPercent', usual: 'islands', options: ['islands', 'law-5057'] },
  /** Whether invoices for goods name the codes of goods. The tax office takes them only on documents that accompany goods. */
  { kind: 'choice', name: 'codesOnInvoices', usual: 'no', options: ['no', 'yes'] },
  /** What a document says that is handed over without a MARK because the connection was lost. */
  { kind: 'count', name: 'failureCode', usual: 3, least: 1, most: 4 },
  /** The licensed provider, as papers name it. */
  { kind: 'text', name: 'providerName', longest: 100 },
  { kind: 'text', name: 'providerLicence', longest: 100 },
] as const satisfies readonly Setting[]

export type TaxSettings = ValuesOf<typeof TAX_SETTINGS>
export type SeriesSetting = TaxSettings['series'][number]

export const TAX_FORM = { id: 40, name: 'tax', group: 'documents', settings: TAX_SETTINGS } as const
