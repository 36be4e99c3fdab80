/** Asks the company registry for the company of a VAT number, and stores its answers for a while. */
import { z } from 'zod'
import { isClosedCompany, type RegisteredCompany, zRegisteredCompany } from '#kernel/company.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { plainVat, whyNotVat } from '#kernel/vat-number.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Registry } from '#server/integrations/registry/registry.ts'
import { singleFlight } from './single-flight.ts'

/** Days that the answer with a company is used; the answer that there is none is used for a day. */
export const COMPANY_DAYS = 90

const zStored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), company: zRegisteredCompany }),
  z.object({ kind: z.literal('absent'), code: z.string() }),
])
type Known = { readonly answer: z.output<typeof zStored>; readonly askedAt: string }

/**
 * Returns the stored answer of the registry if it is recent enough: a company for 90 days, "no such company" for one
 * day.
 */
async function storedAnswer({ rows, now }: Reach, vat: string): Promise<Known | null> {
  const row = await rows.maybe<{ answer: unknown; askedAt: string }>(sql`
    select answer, asked_at as "askedAt" from registry_answers
    where vat = ${vat} and asked_at > ${now}::timestamptz
      - make_interval(days => case when answer ->> 'kind' = 'found' then ${COMPANY_DAYS}::int else 1 end)`)
  const answer = zStored.safeParse(row?.answer)
  return row && answer.success ? { answer: answer.data, askedAt: row.askedAt } : null
}

/**
 * Returns those of the VAT numbers, in any spelling, whose company is closed by the stored answer of the registry. The
 * registry itself is not asked, because it informs the company of each question.
 */
export async function closedVats(rows: Rows, vats: readonly string[], today: string): Promise<ReadonlySet<string>> {
  const known = await rows.many<{ vat: string; answer: unknown }>(
    sql`select vat, answer from registry_answers where vat = any(${vats.map(plainVat)}::text[])`,
  )
  const closed = new Set(
    known.flatMap(({ vat, answer }) => {
      const { data } = zStored.safeParse(answer)
      return data?.kind === 'found' && isClosedCompany(data.company, today) ? [vat] : []
    }),
  )
  return new Set(vats.filter((vat) => closed.has(plainVat(vat))))
}

async function askRegistry(reach: Reach, registry: Registry, vat: string): Promise<Known> {
  const answer = await registry.find(vat)
  // A refusal or failure of the registry is not stored, because the next request may succeed.
  if (answer.kind === 'refused') refuse('unavailable', 'customers.registry-refused', { code: answer.code })
  if (answer.kind === 'unavailable') refuse('unavailable', 'customers.registry-unavailable', { reason: answer.reason })
  const kept = zStored.parse(answer)
  await reach.keep(({ tx }) =>
    tx.run(sql`
      insert into registry_answers (vat, answer, asked_at) values (${vat}, ${JSON.stringify(kept)}::jsonb, ${reach.now})
      on conflict (vat) do update set answer = excluded.answer, asked_at = excluded.asked_at`),
  )
  return { answer: kept, askedAt: reach.now }
}

const once = singleFlight<Known>()

/**
 * Returns the company of a VAT number, and when the registry returned it. The check digit is checked first, because wrong
 * questions count against the account, and each question leaves a message with the company.
 */
export async function registeredCompany(
  reach: Reach,
  vatNumber: string,
): Promise<{ vat: string; company: RegisteredCompany; askedAt: string }> {
  const vat = plainVat(vatNumber)
  stopOn(whyNotVat(vat))
  const { registry } = reach.outside
  if (!registry) refuse('unavailable', 'customers.registry-not-configured')
  const { answer, askedAt } = await once(
    registry,
    vat,
    async () => (await storedAnswer(reach, vat)) ?? askRegistry(reach, registry, vat),
  )
  if (answer.kind === 'absent') refuse('refused', 'customers.vat-not-found', { vat, code: answer.code })
  return { vat, company: answer.company, askedAt }
}
