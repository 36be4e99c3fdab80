/** Reads the input of commands, queries and routes by its contract. */
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'

/** The most allowed values that a refusal names for a field. */
const MOST_VALUES = 30

/**
 * Returns the input as the contract reads it. Refuses wrong input and names each wrong field. `allowed` names the values that a field may
 * have, where there are only some.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  const allowed: Record<string, string[]> = {}
  for (const issue of result.error.issues.slice(0, 50)) {
    const path = issue.path.map(String).join('.').slice(0, 100)
    fields[path] ??= issue.code === 'custom' ? issue.message : issue.code
    if (issue.code === 'invalid_value') allowed[path] ??= issue.values.slice(0, MOST_VALUES).map(String)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, 20)) fields[[...issue.path, key.slice(0, 60)].join('.')] = 'unknown'
  }
  return refuse('invalid', 'input', {
    fields,
    first: Object.keys(fields)[0] ?? '',
    ...(Object.keys(allowed).length > 0 && { allowed }),
  })
}
