/** Finds what the answer of a query is about, from the statements that it ran, and tells it to the page. */
import type { FastifyReply } from 'fastify'
import type { QueryContract } from '#kernel/contract.ts'
import { ABOUT_HEADER } from '#kernel/live/topics.ts'
import { Refused } from '#kernel/refusal.ts'
import type { KnownTables } from '#server/kept-answers/known-tables.ts'
import { topicsOfAnswer } from '#app/server/live/kinds.ts'
import { parseInput } from '#server/runner/parse-input.ts'

type Answered = { readonly answer: unknown; readonly about: readonly string[] }

/** What refused queries were about: the answer may be another one after a change of it. */
const aboutOfRefusal = new WeakMap<Refused, readonly string[]>()

/** Returns the answer that `ask` reads and what it is about. `ask` calls its argument with each statement. */
export async function askAbout(
  tables: KnownTables,
  contract: QueryContract,
  input: () => unknown,
  ask: (note: (statement: string) => void) => Promise<unknown>,
): Promise<Answered> {
  const read = new Set<string>()
  const about = (answer: unknown) =>
    topicsOfAnswer(read, contract.about?.(parseInput(contract.input, input()), answer) ?? {})
  try {
    const answer = await ask((statement) => {
      for (const table of tables.readBy(statement)?.tables ?? []) read.add(table)
    })
    return { answer, about: about(answer) }
  } catch (error) {
    // without a statement the input or the right was refused, and no change of a record helps
    if (error instanceof Refused) aboutOfRefusal.set(error, read.size === 0 ? [] : about(undefined))
    throw error
  }
}

export const sendAbout = (reply: FastifyReply, about: readonly string[]): void =>
  void reply.header(ABOUT_HEADER, about.join())

/** Tells what a refused query was about. */
export function sendAboutRefusal(reply: FastifyReply, error: unknown): void {
  const about = error instanceof Refused ? aboutOfRefusal.get(error) : undefined
  if (about) sendAbout(reply, about)
}
