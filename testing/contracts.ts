/** Compares answers with the contracts of commands, lookups and queries. */
import { commands, lookups, queries } from '#app/server/features.ts'

const outputs = new Map([...commands, ...lookups, ...queries].map(({ contract }) => [contract.name, contract.output]))

/**
 * Returns an answer as its contract describes it. It differs from an answer with more or fewer fields. Returns the problems if the
 * answer does not fit, and a PDF unchanged.
 */
export function promised(name: string, answer: unknown): unknown {
  const output = outputs.get(name)
  if (!output) return answer
  const { data, error } = output.safeParse(answer)
  return error ? error.issues : JSON.parse(JSON.stringify(data ?? null))
}
