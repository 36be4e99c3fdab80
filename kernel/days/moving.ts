/** The contract of every command that moves a record to another day, so that the calendar can call each of them. */
import { z } from 'zod'
import { defineCommand, zId, zVersion } from '../contract.ts'
import { zDay } from '../day.ts'
import type { Right } from '../rights.ts'

const input = z.strictObject({ id: zId, day: zDay, version: zVersion })
const output = z.object({
  id: z.int(),
  /** The day that the record had before; null if it had none. */
  before: z.string().nullable(),
  version: z.int(),
})

/**
 * Declares a command that moves a record to another day. The input names the version that the person saw. A record that has
 * changed meanwhile refuses with the kind `conflict`, and names in `day` its present day and in `version` its present version.
 */
export const defineMove = (name: string, right: Right) => defineCommand(name, { right, input, output })
export type MoveContract = ReturnType<typeof defineMove>
