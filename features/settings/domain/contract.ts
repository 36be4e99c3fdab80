/** Declares the names, inputs and outputs of what the company sets. */
import { z } from 'zod'
import { zRegisteredCompany } from '#kernel/company.ts'
import { defineCommand, defineHistory, defineQuery, zText } from '#kernel/contract.ts'
import { SETTINGS_GROUPS } from '#kernel/settings/groups.ts'
import { settingsRights } from './rights.ts'

const MOST_ENTRIES = 200

/** A list of names without empty entries and duplicates, in the order of entry. */
const zNames = (longest: number) =>
  z
    .array(zText(longest))
    .max(MOST_ENTRIES)
    .transform((names) => [...new Set(names.filter((name) => name !== ''))])

const zCompanyPlace = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])

/** Saves the drivers without an account, the vehicles, and the place where routes start and end (C-31, C-60). */
export const saveShippingLists = defineCommand('settings.save-shipping-lists', {
  right: settingsRights.write,
  input: z.strictObject({
    drivers: zNames(100),
    vehicles: zNames(50),
    place: zCompanyPlace.nullable(),
    /** The lists that the page showed. A change by another person since then is not overwritten. */
    shown: z.strictObject({
      drivers: zNames(100),
      vehicles: zNames(50),
      place: zCompanyPlace.nullable(),
    }),
  }),
  output: z.object({ drivers: z.int(), vehicles: z.int() }),
})

/** Returns the present lists, and the company's address and place. */
export const shippingLists = defineQuery('settings.shipping-lists', {
  right: settingsRights.write,
  input: z.strictObject({}),
  output: z.object({
    drivers: z.array(z.string()),
    vehicles: z.array(z.string()),
    address: z.string(),
    place: zCompanyPlace.nullable(),
  }),
})

/**
 * Reads the own company from the registry, to fill its settings. It runs only on a click, because the registry informs the
 * company of each request.
 */
export const lookUpOwnCompany = defineCommand('settings.look-up-company', {
  right: settingsRights.write,
  input: z.strictObject({ vatNumber: zText(30) }),
  output: z.object({
    company: zRegisteredCompany,
    /** The moment of the registry's answer. Answers are stored for some time. */
    askedAt: z.string(),
  }),
})

/** Returns the settings forms that this person may change. Each has its own contracts (`settingsContracts`). */
export const listSettingsForms = defineQuery('settings.forms', {
  right: settingsRights.write,
  input: z.strictObject({}),
  output: z.object({
    forms: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        group: z.enum(SETTINGS_GROUPS),
        /** The names of its settings. */
        settings: z.array(z.string()),
        /** Those that the company needs and has not entered. */
        missing: z.array(z.string()),
      }),
    ),
  }),
})

/** Returns who changed the settings of a form, newest first. The id is that of the form. */
export const settingsHistory = defineHistory('settings.history', settingsRights.write, 'settings')
