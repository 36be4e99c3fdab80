/** Declares the names, inputs and outputs of the setup of the sections. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineHistory,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { zQuantityBetween } from '#kernel/money.ts'
import { sectionsRights } from './rights.ts'
import { accountNameOf, FLOORS, LEAST_A_DAY, MOST_ALIASES, MOST_MINUTES_A_DAY, MOST_PIECES_A_DAY } from './setup.ts'

const zRequired = (longest: number) => zName(longest).refine((text) => text !== '', { message: 'required' })
const zFloor = z.enum(FLOORS)
const zAliases = z
  .array(zName(100))
  .max(MOST_ALIASES)
  .transform((names) => [...new Set(names.filter((name) => name !== ''))])

/** The first name that makes an account act as the section, as it is stored; null if no account does. */
const zAccountName = zName(100)
  .transform((name) => (name === '' ? null : accountNameOf(name)))
  .nullable()

/** The pieces that a section makes on a working day (C-82); null if it is not known. */
const zCapacity = zQuantityBetween(LEAST_A_DAY, MOST_PIECES_A_DAY).nullable()
/** The minutes of work on a working day, of all people together (C-82); null if they are not known. */
const zMinutes = zQuantityBetween(LEAST_A_DAY, MOST_MINUTES_A_DAY).nullable()

const zSetUpSection = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  floor: z.string(),
  /** Other spellings of the name in tasks, products and addresses (C-18, C-19). */
  aliases: z.array(z.string()),
  accountName: z.string().nullable(),
  /** The first names with which an account acts as the section, as `fold` writes them. */
  firstNames: z.array(z.string()),
  capacity: zCapacity,
  minutes: zMinutes,
  version: z.int(),
})
export type SetUpSection = z.output<typeof zSetUpSection>

export const SETUP_PAGE = 150
export const setupListInput = listInput(
  { name: zText(100), description: zText(500), floor: z.array(zFloor).min(1).max(7) },
  ['name', 'description', 'floor', 'accountName'],
)

/** Lists the sections as an administrator sets them up. */
export const listSetUpSections = defineQuery('sections.setup', {
  right: sectionsRights.setUp,
  input: setupListInput,
  output: listOutput(zSetUpSection),
})

export const countSetUpSections = defineQuery('sections.count', {
  right: sectionsRights.setUp,
  input: setupListInput,
  output: countOutput,
})

export const sectionHistory = defineHistory('sections.history', sectionsRights.setUp, 'sections')

const written = z.object({ id: z.int(), version: z.int() })

/** Creates a section. Its name never changes, because tasks, products and addresses have it. */
export const createSection = defineCommand('sections.create', {
  right: sectionsRights.setUp,
  input: z.strictObject({
    name: zRequired(100),
    description: zRequired(500),
    floor: zFloor,
    aliases: zAliases.default([]),
    accountName: zAccountName.default(null),
    capacity: zCapacity.default(null),
    minutes: zMinutes.default(null),
  }),
  output: written,
})

/** Changes a section. What the input leaves out stays as it is. */
export const changeSection = defineCommand('sections.change', {
  right: sectionsRights.setUp,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    changes: z
      .strictObject({
        description: zRequired(500),
        floor: zFloor,
        aliases: zAliases,
        accountName: zAccountName,
        capacity: zCapacity,
        minutes: zMinutes,
      })
      .partial(),
  }),
  output: written,
})
