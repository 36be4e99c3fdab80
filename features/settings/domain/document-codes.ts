/** The codes of documents (C-35): which have no VAT, which have a grey page, and which show VAT. Orders and inbound invoices use them. */
import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'
import { settingsRights } from './rights.ts'

const ZERO_VAT = ['71.00.00', '24.00.00', '64.00.00', '24.00.02']
const GREY = ['60.00.00', '71.00.00', '24.00.00', '64.00.00']
const SHOWS_VAT = ['71.00.01', '24.00.01', '64.00.01']
const USUAL = ['24.00.00', '24.00.01', '24.00.02', '60.00.00', '64.00.00', '64.00.01', '71.00.00', '71.00.01']

/** The form in which an administrator edits the codes. A code without a name has the usual name of the account. */
export const CODES_SETTINGS = [
  {
    kind: 'rows',
    name: 'codes',
    usual: USUAL.map((code) => ({
      code,
      name: '',
      zeroVat: ZERO_VAT.includes(code),
      grey: GREY.includes(code),
      showsVat: SHOWS_VAT.includes(code),
    })),
    mostEntries: 100,
    unique: 'code',
    columns: [
      { kind: 'text', name: 'code', longest: 30, required: true },
      { kind: 'text', name: 'name', longest: 100 },
      { kind: 'yes-no', name: 'zeroVat', usual: false },
      { kind: 'yes-no', name: 'grey', usual: false },
      { kind: 'yes-no', name: 'showsVat', usual: false },
    ],
  },
] as const satisfies readonly Setting[]

export type DocumentCode = ValuesOf<typeof CODES_SETTINGS>['codes'][number]
export type CodeFlags = Pick<DocumentCode, 'zeroVat' | 'grey' | 'showsVat'>

const NO_FLAGS: CodeFlags = { zeroVat: false, grey: false, showsVat: false }

/** Returns the flags of a code. A document without a code, or with one that the table does not contain, has none. */
export const flagsOf = (codes: readonly DocumentCode[], code: string | null): CodeFlags =>
  codes.find((one) => one.code === code) ?? NO_FLAGS

/** Returns the table of codes, for forms and pages of documents. */
export const listDocumentCodes = defineQuery('settings.document-codes', {
  right: settingsRights.read,
  input: z.strictObject({}),
  output: z.object({
    codes: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        zeroVat: z.boolean(),
        grey: z.boolean(),
        showsVat: z.boolean(),
      }),
    ),
  }),
})
