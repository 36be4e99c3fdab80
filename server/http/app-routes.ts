/**
 * The app API: `POST /app/<command or lookup>` and `GET /app/<query>?input=<JSON>`. A query with a long input may
 * also use POST.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import type { Command, Lookup, Query } from '#server/command.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Runner } from '#server/runner.ts'
import type { Credentials } from './credentials.ts'

export type AppParts = {
  readonly runner: Runner
  readonly credentials: Credentials
  readonly commands: readonly Command[]
  readonly queries: readonly Query[]
  readonly lookups: readonly Lookup[]
  readonly outside: () => Outside
}

const MOST_INPUT = 20_000

/** Returns the input in the address; `{}` if there is none. Refuses input that is too long or no JSON. */
export function inputOf(request: FastifyRequest): unknown {
  const { input } = request.query as { input?: unknown }
  if (input === undefined) return {}
  if (typeof input !== 'string' || input.length > MOST_INPUT) refuse('invalid', 'malformed')
  try {
    return JSON.parse(input)
  } catch {
    return refuse('invalid', 'malformed')
  }
}

export function appRoutes(
  app: FastifyInstance,
  { runner, credentials, commands, queries, lookups, outside }: AppParts,
): void {
  for (const command of commands) {
    app.post(`/app/${command.contract.name}`, async (request) => {
      const { actor } = await credentials.callerOf(request, true)
      const key = request.headers['idempotency-key']
      return runner.run(command, request.body ?? {}, actor, {
        idempotencyKey: typeof key === 'string' ? key : undefined,
      })
    })
  }
  for (const lookup of lookups) {
    app.post(`/app/${lookup.contract.name}`, async (request) => {
      const { actor } = await credentials.callerOf(request, true)
      return runner.look(lookup, request.body ?? {}, actor, outside())
    })
  }
  for (const query of queries) {
    app.get(`/app/${query.contract.name}`, async (request) => {
      const { actor } = await credentials.callerOf(request, false)
      return runner.ask(query, inputOf(request), actor)
    })
    // the same for an input that is too long for an address
    app.post(`/app/${query.contract.name}`, async (request) => {
      const { actor } = await credentials.callerOf(request, true)
      return runner.ask(query, request.body ?? {}, actor)
    })
  }
}
