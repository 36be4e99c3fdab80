/** Answers a query from the kept answers, after the right of the caller was checked. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NEW_ANSWER_HEADER } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { acceptsGzip } from '#server/accepted.ts'
import { type Actor, demand, type Query } from '#server/command.ts'
import { type KeptAnswers, unpacked } from '#server/kept-answers/kept-answers.ts'
import type { KnownTables } from '#server/kept-answers/known-tables.ts'
import type { Runner } from '#server/runner.ts'
import { askAbout, sendAbout } from './ask-about.ts'

type KeptParts = { readonly runner: Runner; readonly tables: KnownTables; readonly kept: KeptAnswers }

/** A question: `text` is the input as it was sent, `input` parses it. */
type Question = { readonly actor: Actor; readonly text: string; readonly input: () => unknown }

/**
 * Sends the answer, or 304 if the caller already has it. `NEW_ANSWER_HEADER` demands an answer that contains every change
 * of every process. The answer is not stored by browsers (`no-store`), because computers are shared; a page keeps its
 * ETags in memory.
 */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { runner, tables, kept }: KeptParts,
  query: Query,
  { actor, text, input }: Question,
): Promise<FastifyReply> {
  const { name, right } = query.contract
  demand(actor, right)
  // the text of the input comes last, because it may contain anything
  const rights = JSON.stringify(actor.rightChanges ?? {})
  const key = [name, actor.role, rights, actor.section, dayOf(runner.clock().toISOString()), text].join('\n')
  const mustBeNew = request.headers[NEW_ANSWER_HEADER] !== undefined
  const packed = await kept.answer(key, mustBeNew, {
    inTurn: (act) => runner.inTurn(actor, act),
    read: async (seen) =>
      askAbout(tables, query.contract, input, (note) =>
        runner.askInTurn(query, input(), actor, (statement) => {
          seen(statement)
          note(statement)
        }),
      ),
  })
  sendAbout(reply, packed.about)
  reply.header('etag', packed.etag)
  if (request.headers['if-none-match'] === packed.etag) return reply.code(304).send()
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (!packed.gzip || !acceptsGzip(request.headers['accept-encoding']?.toString())) return reply.send(unpacked(packed))
  return reply.header('content-encoding', 'gzip').send(packed.bytes)
}
