/**
 * Declares what customers and providers have in common: their fields, and the names, inputs and outputs of what reads and writes
 * one of them.
 */
import { z } from 'zod'
import { zRegisteredCompany } from '#kernel/company.ts'
import {
  defineCommand,
  defineQuery,
  historyInput,
  historyOutput,
  zAsWritten,
  zId,
  zName,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import type { Rate } from '#kernel/money.ts'
import { MOST_PAYMENT_DAYS } from '#features/settings/domain/terms.ts'
import { CUSTOMER_KINDS } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { definePlaceLookups } from '#kernel/places.ts'
import type { Right } from '#kernel/rights.ts'

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
export const zCustomField = z
  .object({ name: zLooseText(100), value: zLooseText(1000).default('') })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })

const zShareRate = z.int().min(0).max(100_00) as unknown as z.ZodType<Rate, number>

/** The fields of a party in forms and the data API. */
export const partyFields = {
  name: zName(200),
  label: zName(200),
  taxOffice: zText(100),
  address: zText(300),
  city: zText(100),
  postcode: zText(20),
  country: zText(100),
  /** The place of the address on the map, in degrees. Both are given, or none. */
  lat: z.number().min(-90).max(90).nullable(),
  lon: z.number().min(-180).max(180).nullable(),
  phone: zText(50),
  phone2: zText(50),
  startDate: zDay.nullable(),
  representor: zText(200),
  discount: zShareRate,
  /** After how many days the party pays; null for the terms of the company, 0 if a charge is due at once. */
  paymentDays: z.int().min(0).max(MOST_PAYMENT_DAYS).nullable(),
  /** How the party usually pays or is paid; empty for the way of the company. */
  paymentWay: z.enum(['', ...PAYMENT_WAY_NAMES]),
  /** What the party is for the tax office; empty for what VAT number and country say. */
  taxKind: z.enum(['', ...CUSTOMER_KINDS]),
  category: zName(100),
  vatType: zShareRate,
  vat: zName(30),
  social: zText(300),
  profession: zText(300),
  /** One address, or several with commas between them. Mails with documents go to all of them. */
  email: zText(1_000),
  tags: z.array(zName(100)).max(100),
  salespersonId: zId.nullable(),
  customFields: z.array(zCustomField).max(100),
  extraAddresses: z.array(zExtraAddress).max(100),
}

export const zPartyPatch = z.strictObject(partyFields).partial()
export type PartyPatch = z.output<typeof zPartyPatch>

const zSameVat = z.array(z.object({ id: z.int(), name: z.string() }))

/** Warnings, which do not prevent the saving. */
const written = z.object({
  id: z.int(),
  version: z.int(),
  /** True if the VAT number looks Greek and its check digit is wrong. */
  vatWarning: z.boolean(),
  /** Other parties of the kind with the same VAT number. */
  sameVat: zSameVat,
})

const zParty = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...partyFields,
  startDate: z.string().nullable(),
})
export type Party = z.output<typeof zParty>

/** A party as pickers and other records name it. */
export const zNamedParty = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  vat: z.string(),
})
export type NamedParty = z.output<typeof zNamedParty>

type Rights = { readonly read: Right; readonly write: Right }

/** Returns the contracts of a kind of party. `kind` is its feature, and `one` the word for one of them in names of commands. */
export const definePartyContracts = <Rs extends Rights>(kind: string, one: string, { read, write }: Rs) => ({
  create: defineCommand(`${kind}.create-${one}`, {
    right: write,
    input: zPartyPatch.required({ name: true }).extend({ asWritten: zAsWritten }),
    output: written,
  }),
  /** Changes the given fields of a party, unless another person has changed it in the meantime. */
  change: defineCommand(`${kind}.change-${one}`, {
    right: write,
    input: z.strictObject({ id: zId, version: zVersion, changes: zPartyPatch, asWritten: zAsWritten }),
    output: written,
  }),
  /** Returns the first parties that match the text in a picker. */
  options: defineQuery(`${kind}.options`, {
    right: read,
    input: z.strictObject({ search: zName(200).default('') }),
    output: z.object({ rows: z.array(zNamedParty) }),
  }),
  /** Returns other parties with this VAT number, while it is typed. */
  sameVat: defineQuery(`${kind}.same-vat`, {
    right: read,
    input: z.strictObject({
      vat: zText(30),
      /** The party being edited, which is left out. */
      exceptId: zId.nullable().default(null),
    }),
    output: z.object({ parties: zSameVat }),
  }),
  detail: defineQuery(`${kind}.detail`, {
    right: read,
    input: z.strictObject({ id: zId }),
    output: z.object({ party: zParty }),
    about: ({ id }) => ({ [kind]: id }),
  }),
  /** Returns the history of a party, newest first. */
  history: defineQuery(`${kind}.history`, {
    right: read,
    input: historyInput,
    output: historyOutput,
    about: ({ id }) => ({ [kind]: id }),
  }),
  /**
   * Reads the company of a VAT number from the registry. It runs only on a click, because the registry informs the
   * company of each request.
   */
  lookUpVat: defineCommand(`${kind}.look-up-vat`, {
    right: write,
    input: z.strictObject({ vatNumber: zText(30) }),
    output: z.object({
      company: zRegisteredCompany,
      /** The moment of the registry's answer. Answers are stored for some time. */
      askedAt: z.string(),
      /** Parties of the kind with the same VAT number. */
      sameVat: zSameVat,
    }),
  }),
  places: definePlaceLookups(kind, write),
})
export type PartyContracts = ReturnType<typeof definePartyContracts>
