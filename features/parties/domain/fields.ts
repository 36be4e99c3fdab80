/**
 * Declares the fields of customers and providers, each once. Contracts, columns, the table of the data API, the form with its draft, the
 * page, merging, imports and tests read them from here. ARCHITECTURE.md says what else a new field needs.
 */
import { z } from 'zod'
import { zName, zText } from '#kernel/contract.ts'
import { type Field, field, orNone, sentAs, shapeOf } from '#kernel/records/fields.ts'
import { CUSTOMER_KINDS } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { MOST_PAYMENT_DAYS } from '#features/settings/domain/terms.ts'

/** A text, or a number in its place as external programs send it: 10563 for a postcode. */
const zLooseText = (max: number) => z.union([zText(max), z.number().transform(String)])

/** Additional fields of external programs are stored if their values are plain. */
const MOST_KEYS = 30
export const zExtra = z.union([zText(500), z.number(), z.boolean(), z.null()])
export const plainKeys = (value: object): boolean =>
  Object.keys(value).length <= MOST_KEYS && Object.keys(value).every((key) => /^[\p{L}\p{N} _.-]{1,60}$/u.test(key))

/** A further address. Additional fields that a program sends with it are stored too. */
export const zExtraAddress = z
  .object({
    address: zLooseText(300).default(''),
    postcode: zLooseText(20).default(''),
    phone: zLooseText(50).default(''),
    city: zLooseText(100).default(''),
    building: zLooseText(100).default(''),
    floor: zLooseText(50).default(''),
  })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })
export type ExtraAddress = z.output<typeof zExtraAddress>

/** A name and a value that the company stores about a party. */
const zCustomField = z
  .object({ name: zLooseText(100), value: zLooseText(1000).default('') })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })

/** The most items of a list of a party. */
export const MOST_ITEMS = 100

export const PARTY_FIELDS = {
  name: field.name(200, { panel: 'company', hint: true, required: true, note: 'At least 4 characters.' }),
  label: field.name(200, { panel: 'company', hint: true, note: 'The company.' }),
  taxOffice: field.text(100, { panel: 'tax' }),
  address: field.text(300, { group: 'address' }),
  city: field.text(100, { group: 'address' }),
  postcode: field.text(20, { group: 'address' }),
  country: field.text(100, { group: 'address' }),
  /** The place of the address on the map. Both are given, or none. */
  lat: orNone(field.degree(90, { group: 'address', wire: false })),
  lon: orNone(field.degree(180, { group: 'address', wire: false })),
  phone: field.text(50, { panel: 'contact', input: 'tel' }),
  phone2: field.text(50, { panel: 'contact', input: 'tel' }),
  startDate: orNone(field.day({ wire: 'startdate' })),
  representor: field.text(200, { panel: 'contact' }),
  discount: field.percent({ note: 'Main discount in percent.' }),
  /** After how many days the party pays; null for the terms of the company, 0 if a charge is due at once. */
  paymentDays: sentAs(
    orNone(field.count({ note: 'Days until a charge is due. Null: the terms of the company. 0: at once.' })),
    z.int().min(0).max(MOST_PAYMENT_DAYS).nullable(),
  ),
  /** How the party usually pays or is paid; empty for the way of the company. */
  paymentWay: field.choice(['', ...PAYMENT_WAY_NAMES], {
    note: 'on-credit, cash, cheque, transfer, transfer-abroad, web-banking, card or iris. Empty: the way of the company.',
  }),
  /** What the party is for the tax office; empty for what VAT number and country say. */
  taxKind: field.choice(['', ...CUSTOMER_KINDS], {
    note: 'home, union, outside (companies), private or public (also churches). Empty: what VAT number and country say.',
  }),
  category: field.name(100),
  vatType: field.percent({ note: 'Percent.' }),
  vat: field.name(30, { plainOrder: true, note: 'VAT number.' }),
  social: field.text(300, { panel: 'contact' }),
  profession: field.text(300, { panel: 'company', hint: true }),
  /** One address, or several with commas between them. Mails with documents go to all of them. */
  email: field.text(1_000, {
    panel: 'contact',
    hint: true,
    input: 'email',
    note: 'One address, or several (at most 10) with commas. Mails go to all of them.',
  }),
  tags: field.list(z.array(zName(100)).max(MOST_ITEMS), {
    shape: z.array(z.union([z.string(), z.number().transform(String)])).max(MOST_ITEMS),
  }),
  salespersonId: field.reference({ wire: 'salespersons', note: 'The id of the salesperson.' }),
  customFields: field.list(z.array(zCustomField).max(MOST_ITEMS), {
    wire: 'customfields',
    note: 'List of name and value.',
  }),
  extraAddresses: field.list(z.array(zExtraAddress).max(MOST_ITEMS), { wire: 'extra_address' }),
}

export type PartyField = keyof typeof PARTY_FIELDS
export const PARTY_FIELD_NAMES = Object.keys(PARTY_FIELDS) as PartyField[]

export const isPartyField = (name: string): name is PartyField => Object.hasOwn(PARTY_FIELDS, name)

/** Returns one field with everything that its row may say. */
export const fieldOf = (name: PartyField): Field => PARTY_FIELDS[name]

/** The schemas of the fields, as forms and programs send them. */
export const partyFields = shapeOf(PARTY_FIELDS, 'sent')
