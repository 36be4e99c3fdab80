/** Returns what the environment of the server sets. */
import { lookup } from '#server/command.ts'
import { showEnvironment } from '../../domain/environment.ts'

export const showEnvironmentLookup = lookup(showEnvironment, async ({ outside }) => ({
  parts: outside.environment.map(({ tryIt, ...part }) => ({ ...part, tried: tryIt !== undefined })),
}))
