/** Declares the names, inputs and outputs of the administration of the keys of programs. */
import { z } from 'zod'
import { zUserName } from '#accounts/domain/contract.ts'
import {
  countOutput,
  defineCommand,
  defineHistory,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { KEY_ROLES, KEY_STATES, type KeyRole, PER_MINUTE } from './keys.ts'
import { keysRights } from './rights.ts'

export const KEYS_PAGE = 150
export const KEY_SORTS = ['name', 'role', 'state', 'lastUsedAt', 'createdAt'] as const

const zKeyRole = z.enum(KEY_ROLES as [KeyRole, ...KeyRole[]])

const zKeyRow = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string().nullable(),
  /** The last characters of the key; empty for a key that was not created on the page. */
  ending: z.string(),
  state: z.enum(KEY_STATES),
  perMinute: z.int(),
  endsOn: z.string().nullable(),
  /** When the key was used, to the minute. */
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
  createdByName: z.string(),
  revokedAt: z.string().nullable(),
})
export type KeyRow = z.output<typeof zKeyRow>

export const keysListInput = listInput(
  {
    name: zName(100),
    role: z.array(zKeyRole).min(1).max(KEY_ROLES.length),
    state: z.array(z.enum(KEY_STATES)).min(1).max(KEY_STATES.length),
  },
  KEY_SORTS,
)

export const listKeys = defineQuery('keys.list', {
  right: keysRights.write,
  input: keysListInput,
  output: listOutput(zKeyRow),
  about: () => ({ keys: true }),
})

export const countKeys = defineQuery('keys.count', {
  right: keysRights.write,
  input: keysListInput,
  output: countOutput,
  about: () => ({ keys: true }),
})

export const getKey = defineQuery('keys.key', {
  right: keysRights.write,
  input: z.strictObject({ id: zId }),
  output: zKeyRow,
  about: ({ id }) => ({ keys: id }),
})

export const keyHistory = defineHistory('keys.history', keysRights.write, 'keys')

/** Creates a key. A lookup, because the stored answer of a command would contain the key. */
export const createKey = defineCommand('keys.create', {
  right: keysRights.write,
  input: z.strictObject({
    /** The own password of the person, who proves again who they are. */
    password: z.string().max(1000),
    /** The name by which histories name the program. */
    name: zUserName,
    role: zKeyRole,
    perMinute: z.int().min(1).max(PER_MINUTE.most).default(PER_MINUTE.usual),
    /** The last day on which the key works. */
    endsOn: zDay.nullable().default(null),
  }),
  output: z.object({
    id: z.int(),
    /** The key itself. It is returned only here. */
    key: z.string(),
  }),
})

/** Revokes a key. It cannot be undone, and every process refuses the key from the next request on. */
export const revokeKey = defineCommand('keys.revoke', {
  right: keysRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})
