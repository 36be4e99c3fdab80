/** Declares the names, inputs and outputs of the set-up of an empty database. */
import { z } from 'zod'
import { COMPANY_SETTINGS } from '#kernel/settings/company.ts'
import { zRegisteredCompany } from '#kernel/company.ts'
import { zText } from '#kernel/contract.ts'
import { type RowsSetting, type Setting, typedValue } from '#kernel/settings/kinds.ts'
import { zEmail, zLanguage, zPassword, zUserName } from './contract.ts'

export const setupState = z.object({
  /** True while the database has no account. */
  needed: z.boolean(),
  /** True if the company registry can be asked. */
  registry: z.boolean(),
})

const IBAN = { ...columnOf('bankAccounts', 'iban'), required: false }

function columnOf(rows: 'bankAccounts', column: 'iban') {
  const { columns } = COMPANY_SETTINGS.find(({ name }) => name === rows) as RowsSetting
  return columns.find(({ name }) => name === column) as Setting & { kind: 'text' }
}

type TextName = Extract<(typeof COMPANY_SETTINGS)[number], { kind: 'text' }>['name']

/** Accepts what the form of the company accepts. */
const textOf = (name: TextName, more: { required?: boolean } = {}) =>
  typed({ ...COMPANY_SETTINGS.find((setting) => setting.name === name), ...more } as Setting)

const typed = (setting: Setting) => typedValue(setting) as z.ZodType<string, string>

/**
 * The administrator and the company. What the registry may not know can stay empty and is entered later in the settings;
 * the first steps of the dashboard name it.
 */
export const setupInput = z.strictObject({
  adminName: zUserName,
  email: zEmail,
  password: zPassword,
  /** The language of the page, which becomes that of the administrator. */
  language: zLanguage.optional(),
  vat: textOf('vat').default(''),
  companyName: textOf('name'),
  companyAddress: textOf('address', { required: true }),
  /** From the registry; no person types them here. */
  taxOffice: textOf('taxOffice').default(''),
  profession: textOf('profession').default(''),
  phone: textOf('phone').default(''),
  iban: typed(IBAN).default(''),
  /** Whether the company has an accounting service that the product sends its documents to. */
  accounting: z.boolean().default(true),
  demo: z.boolean().default(false),
})

/** Asks the registry for the company of the set-up. Only an empty database answers. */
export const setupLookUpInput = z.strictObject({ vatNumber: zText(30) })
export const setupLookUpOutput = z.object({ company: zRegisteredCompany, askedAt: z.string() })
