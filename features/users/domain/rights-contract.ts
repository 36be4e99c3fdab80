/** Declares the names, inputs and outputs of the page on which administrators give rights to roles and take them. */
import { z } from 'zod'
import { defineCommand, defineHistory, defineQuery, zVersion } from '#kernel/contract.ts'
import { ROLES } from '#kernel/rights.ts'
import { roleRights } from '#accounts/domain/rights.ts'

const zRole = z.enum(ROLES)

/** A right as it is declared. Its words are `right.<name>` of the texts of its area. */
const zDeclaredRight = z.object({
  name: z.string(),
  /** The feature that owns the right, or `frame`. */
  area: z.string(),
  holders: z.array(zRole),
  most: z.array(zRole),
  fixed: z.boolean(),
})
export type DeclaredRight = z.output<typeof zDeclaredRight>

/** What is changed for a role, and whom it concerns. */
const zRoleRights = z.object({
  id: z.int(),
  role: zRole,
  changes: z.record(z.string(), z.boolean()),
  version: z.int(),
  /** The number of active accounts that act with the role, and of keys of programs that have it. */
  people: z.int(),
  programs: z.int(),
})
export type RoleRights = z.output<typeof zRoleRights>

export const rightsMatrix = defineQuery('rights.matrix', {
  right: roleRights.write,
  input: z.strictObject({}),
  output: z.object({ rights: z.array(zDeclaredRight), roles: z.array(zRoleRights) }),
  // it counts the keys of each role
  about: () => ({ keys: true }),
})

/** The days of which the use of a right is counted. */
export const USE_DAYS = 30
/** The highest number of uses that is counted. */
export const MOST_USES = 1_000

/** Counts how often the people of a role used a right lately. */
export const rightUse = defineQuery('rights.use', {
  right: roleRights.write,
  input: z.strictObject({ role: zRole, right: z.string().min(1).max(100) }),
  output: z.object({
    /** How many actions that need the right are in the history. Null if it guards no action, and only what may be seen. */
    times: z.int().nullable(),
    more: z.boolean(),
    /** True if the right also decides what may be seen. Looking is not in the history, so it is not counted. */
    sees: z.boolean(),
  }),
})

/** Gives a right to a role or takes it. Refused if somebody has changed the rights of the role since they were read. */
export const changeRight = defineCommand('rights.change-right', {
  right: roleRights.write,
  input: z.strictObject({ role: zRole, right: z.string().min(1).max(100), held: z.boolean(), version: zVersion }),
  output: z.object({ version: z.int() }),
})

/** The changes of the rights of one role, by the id of the role in `rights.matrix`. */
export const rightsHistory = defineHistory('rights.history', roleRights.write, 'rights')
