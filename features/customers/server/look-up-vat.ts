/** The company of a VAT number, from what the registry said before or from the registry itself. */
import { z } from 'zod'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lookup, type Reach } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Registry } from '#server/integrations/registry/registry.ts'
import { lookUpVat, zRegisteredCompany } from '../domain/contract.ts'
import { plainVat, whyNotVat } from '../domain/vat-number.ts'
import { askedOnce } from './asked-once.ts'
import { customersOfVat } from './write-customer.ts'

const zKept = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), company: zRegisteredCompany }),
  z.object({ kind: z.literal('absent'), code: z.string() }),
])
type Known = { readonly answer: z.output<typeof zKept>; readonly askedAt: string }

/** What the registry said of a number, while that is good: a company for 90 days, that there is none for one. */
async function keptAnswer({ rows, now }: Reach, vat: string): Promise<Known | null> {
  const row = await rows.maybe<{ answer: unknown; askedAt: string }>(sql`
    select answer, asked_at as "askedAt" from registry_answers
    where vat = ${vat} and asked_at > ${now}::timestamptz
      - case when answer ->> 'kind' = 'found' then interval '90 days' else interval '1 day' end`)
  const answer = zKept.safeParse(row?.answer)
  return row && answer.success ? { answer: answer.data, askedAt: row.askedAt } : null
}

async function askRegistry(reach: Reach, registry: Registry, vat: string): Promise<Known> {
  const answer = await registry.find(vat)
  // a registry that will not or cannot answer may do so the next moment
  if (answer.kind === 'refused') refuse('unavailable', 'customers.registry-refused', { code: answer.code })
  if (answer.kind === 'unavailable') refuse('unavailable', 'customers.registry-unavailable', { reason: answer.reason })
  const kept = zKept.parse(answer)
  await reach.keep(({ tx }) =>
    tx.run(sql`
      insert into registry_answers (vat, answer, asked_at) values (${vat}, ${JSON.stringify(kept)}::jsonb, ${reach.now})
      on conflict (vat) do update set answer = excluded.answer, asked_at = excluded.asked_at`),
  )
  return { answer: kept, askedAt: reach.now }
}

const once = askedOnce<Known>()

/** The check digit comes first: wrong questions count against the account, and each question leaves a message with the company. */
export const lookUpVatLookup = lookup(lookUpVat, async (reach, { vatNumber }) => {
  const vat = plainVat(vatNumber)
  stopOn(whyNotVat(vat))
  const { registry } = reach.outside
  if (!registry) refuse('unavailable', 'customers.registry-not-configured')
  const { answer, askedAt } = await once(
    registry,
    vat,
    async () => (await keptAnswer(reach, vat)) ?? askRegistry(reach, registry, vat),
  )
  if (answer.kind === 'absent') refuse('refused', 'customers.vat-not-found', { vat, code: answer.code })
  return { company: answer.company, askedAt, sameVat: await customersOfVat(reach.rows, vat, null) }
})
