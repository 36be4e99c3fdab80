/** Returns what the environment of the server sets. */
import { lookup } from '#server/command.ts'
import { showEnvironment } from '../../domain/environment.ts'
import { readCompany } from '../company.ts'

export const showEnvironmentLookup = lookup(showEnvironment, async ({ outside, rows }) => {
  const { accounting } = await readCompany(rows)
  return {
    parts: outside.environment.map(({ tryIt, ...part }) => ({
      ...part,
      state: part.name === 'accounting' && part.state === 'missing' && !accounting ? ('unused' as const) : part.state,
      tried: tryIt !== undefined,
    })),
  }
})
