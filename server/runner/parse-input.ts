/** Reads the input of commands, queries and routes by its contract. */
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'

/** Returns the input as the contract reads it. Refuses wrong input and names each wrong field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues.slice(0, 50)) {
    const path = issue.path.map(String).join('.').slice(0, 100)
    fields[path] ??= issue.code === 'custom' ? issue.message : issue.code
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, 20)) fields[[...issue.path, key.slice(0, 60)].join('.')] = 'unknown'
  }
  return refuse('invalid', 'input', { fields, first: Object.keys(fields)[0] ?? '' })
}
