/**
 * The app API: `POST /app/<command or lookup>` and `GET /app/<query>?input=<JSON>`. A query with a long input may
 * also use POST.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import type { Actor, Command, Lookup, Query } from '#server/command.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Runner } from '#server/runner.ts'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import type { KnownTables } from '#server/kept-answers/known-tables.ts'
import { askAbout, sendAbout, sendAboutRefusal } from './ask-about.ts'
import type { Caller, Credentials } from './credentials.ts'
import { sendKept } from './send-kept.ts'

export type AppParts = {
  readonly runner: Runner
  readonly credentials: Credentials
  readonly commands: readonly Command[]
  readonly queries: readonly Query[]
  readonly lookups: readonly Lookup[]
  readonly outside: () => Outside
  /** Refuses a caller whose password in the body is wrong. */
  readonly prove: (request: FastifyRequest, caller: Caller, lookup: Lookup) => Promise<void>
  readonly tables: KnownTables
  readonly kept: KeptAnswers | null
}

const MOST_INPUT = 20_000

/** Returns the input in the address as text; `{}` if there is none. Refuses input that is too long. */
function textOf(request: FastifyRequest): string {
  const { input } = request.query as { input?: unknown }
  if (input === undefined) return '{}'
  if (typeof input !== 'string' || input.length > MOST_INPUT) refuse('invalid', 'malformed')
  return input
}

/** Returns the input in the address. Refuses input that is too long or no JSON. */
export const inputOf = (request: FastifyRequest): unknown => parse(textOf(request))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('invalid', 'malformed')
  }
}

export function appRoutes(app: FastifyInstance, parts: AppParts): void {
  const { runner, credentials, commands, queries, lookups, outside, prove } = parts
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
      const caller = await credentials.callerOf(request, true)
      if (lookup.proved) await prove(request, caller, lookup)
      return runner.look(lookup, request.body ?? {}, caller.actor, outside())
    })
  }
  for (const query of queries) {
    app.get(`/app/${query.contract.name}`, async (request, reply) => {
      const { actor } = await credentials.callerOf(request, false)
      return answerQuery(parts, query, request, reply, {
        actor,
        text: () => textOf(request),
        input: () => inputOf(request),
      })
    })
    // the same for an input that is too long for an address
    app.post(`/app/${query.contract.name}`, async (request, reply) => {
      const { actor } = await credentials.callerOf(request, true)
      const input = request.body ?? {}
      return answerQuery(parts, query, request, reply, {
        actor,
        text: () => JSON.stringify(input),
        input: () => input,
      })
    })
  }
}

/** A question of a page: its input as text and as a value. */
type Question = { readonly actor: Actor; readonly text: () => string; readonly input: () => unknown }

/** Answers a query, with what the answer is about. */
function answerQuery(
  { runner, tables, kept }: AppParts,
  query: Query,
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, text, input }: Question,
): Promise<unknown> {
  return runner.telling(actor, query.contract.name, async () => {
    try {
      if (kept && query.kept)
        return await sendKept(request, reply, { runner, tables, kept }, query, { actor, text: text(), input })
      const { answer, about } = await askAbout(tables, query.contract, input, (note) =>
        runner.ask(query, input(), actor, note),
      )
      sendAbout(reply, about)
      return answer
    } catch (error) {
      sendAboutRefusal(reply, error)
      throw error
    }
  })
}
