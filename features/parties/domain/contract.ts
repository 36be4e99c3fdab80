/** Declares the names, inputs and outputs of what reads and writes one customer or provider. Their fields stand in fields.ts. */
import { z } from 'zod'
import { zRegisteredCompany } from '#kernel/company.ts'
import { defineCommand, defineHistory, defineQuery, zAsWritten, zId, zName, zText, zVersion } from '#kernel/contract.ts'
import { definePlaceLookups } from '#kernel/places.ts'
import type { Right } from '#kernel/rights.ts'
import { partyFields } from './fields.ts'

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
    input: z.strictObject({
      search: zName(200).default(''),
      /** True to find only parties with exactly this name. */
      exact: z.boolean().optional(),
    }),
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
  history: defineHistory(`${kind}.history`, read, kind),
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
