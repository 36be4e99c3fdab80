/**
 * Declares the fields of customers and providers, each once. Contracts, columns, the table of the data API, the form with its draft, the
 * page, merging, imports and tests read them from here. ARCHITECTURE.md says what else a new field needs.
 */
import { z } from 'zod'
import { zId, zName, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import type { Rate } from '#kernel/money.ts'
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

const zShareRate = z.int().min(0).max(100_00) as unknown as z.ZodType<Rate, number>

/** The most items of a list of a party. */
export const MOST_ITEMS = 100

type Kind = 'text' | 'choice' | 'rate' | 'number' | 'reference' | 'day' | 'list'

type FieldOptions = {
  /** The name of the column, if it is not the name of the field in small letters with underscores. */
  readonly column?: string
  /** The name at the data API, if it is not the name of the field; false if programs cannot read or write the field. */
  readonly api?: string | false
  /** Describes the field in the description of the data API. */
  readonly note?: string
  /** The data API sorts by the codes of the letters, as the index of the column does. */
  readonly plainOrder?: true
  /** What the data API accepts, if it is more than the form may send. */
  readonly shape?: z.ZodType
  /** The part of the form that shows the text. Other kinds of field have inputs of their own there. */
  readonly panel?: 'company' | 'tax' | 'contact'
  /** The form explains the text by `hint.<name>`. */
  readonly hint?: true
  /** The keyboard and the checks of the browser. */
  readonly input?: 'tel' | 'email'
  /** Merging chooses these fields together: the street of one and the town of the other would be no address. */
  readonly group?: 'address'
}

export type PartyFieldOf<Z extends z.ZodType = z.ZodType> = FieldOptions & {
  readonly kind: Kind
  /** What forms and programs may send. */
  readonly typed: Z
  /** The value of a party that has none: an empty text, 0, null or an empty list. */
  readonly none: string | number | null | readonly never[]
}

const make =
  (kind: Kind, none: PartyFieldOf['none']) =>
  <Z extends z.ZodType>(typed: Z, options: FieldOptions = {}): PartyFieldOf<Z> => ({ kind, typed, none, ...options })

const text = make('text', '')
const choice = make('choice', '')
const rate = make('rate', 0)
const number = make('number', null)
const reference = make('reference', null)
const day = make('day', null)
const list = make('list', [])

const PARTY_FIELDS = {
  name: text(zName(200), { panel: 'company', hint: true, note: 'At least 4 characters.' }),
  label: text(zName(200), { panel: 'company', hint: true, note: 'The company.' }),
  taxOffice: text(zText(100), { panel: 'tax' }),
  address: text(zText(300), { group: 'address' }),
  city: text(zText(100), { group: 'address' }),
  postcode: text(zText(20), { group: 'address' }),
  country: text(zText(100), { group: 'address' }),
  /** The place of the address on the map, in degrees. Both are given, or none. */
  lat: number(z.number().min(-90).max(90).nullable(), { group: 'address', api: false }),
  lon: number(z.number().min(-180).max(180).nullable(), { group: 'address', api: false }),
  phone: text(zText(50), { panel: 'contact', input: 'tel' }),
  phone2: text(zText(50), { panel: 'contact', input: 'tel' }),
  startDate: day(zDay.nullable(), { api: 'startdate' }),
  representor: text(zText(200), { panel: 'contact' }),
  discount: rate(zShareRate, { column: 'discount_bp', note: 'Main discount in percent.' }),
  /** After how many days the party pays; null for the terms of the company, 0 if a charge is due at once. */
  paymentDays: number(z.int().min(0).max(MOST_PAYMENT_DAYS).nullable(), {
    note: 'Days until a charge is due. Null: the terms of the company. 0: at once.',
  }),
  /** How the party usually pays or is paid; empty for the way of the company. */
  paymentWay: choice(z.enum(['', ...PAYMENT_WAY_NAMES]), {
    note: 'on-credit, cash, cheque, transfer, transfer-abroad, web-banking, card or iris. Empty: the way of the company.',
  }),
  /** What the party is for the tax office; empty for what VAT number and country say. */
  taxKind: choice(z.enum(['', ...CUSTOMER_KINDS]), {
    note: 'home, union, outside (companies), private or public (also churches). Empty: what VAT number and country say.',
  }),
  category: text(zName(100)),
  vatType: rate(zShareRate, { column: 'vat_type_bp', note: 'Percent.' }),
  vat: text(zName(30), { plainOrder: true, note: 'VAT number.' }),
  social: text(zText(300), { panel: 'contact' }),
  profession: text(zText(300), { panel: 'company', hint: true }),
  /** One address, or several with commas between them. Mails with documents go to all of them. */
  email: text(zText(1_000), {
    panel: 'contact',
    hint: true,
    input: 'email',
    note: 'One address, or several (at most 10) with commas. Mails go to all of them.',
  }),
  tags: list(z.array(zName(100)).max(MOST_ITEMS), {
    shape: z.array(z.union([z.string(), z.number().transform(String)])).max(MOST_ITEMS),
  }),
  salespersonId: reference(zId.nullable(), { api: 'salespersons', note: 'The id of the salesperson.' }),
  customFields: list(z.array(zCustomField).max(MOST_ITEMS), { api: 'customfields', note: 'List of name and value.' }),
  extraAddresses: list(z.array(zExtraAddress).max(MOST_ITEMS), { api: 'extra_address' }),
}

export type PartyField = keyof typeof PARTY_FIELDS
export const PARTY_FIELD_NAMES = Object.keys(PARTY_FIELDS) as PartyField[]

export const isPartyField = (name: string): name is PartyField => Object.hasOwn(PARTY_FIELDS, name)

/** Returns one field with everything that its row may say. */
export const fieldOf = (name: PartyField): PartyFieldOf => PARTY_FIELDS[name]

/** The schemas of the fields, as forms and programs send them. */
export const partyFields = Object.fromEntries(
  PARTY_FIELD_NAMES.map((name) => [name, PARTY_FIELDS[name].typed]),
) as unknown as { [F in PartyField]: (typeof PARTY_FIELDS)[F]['typed'] }

/** The texts of a part of the form that need no input of their own. Phones and e-mail, by which the party is reached, come first. */
export const textsOf = (panel: FieldOptions['panel']): PartyField[] =>
  PARTY_FIELD_NAMES.filter((name) => fieldOf(name).panel === panel).toSorted(
    (one, other) => Number(fieldOf(one).input === undefined) - Number(fieldOf(other).input === undefined),
  )
