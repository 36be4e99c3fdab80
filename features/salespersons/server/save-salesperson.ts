import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { changeSalesperson, createSalesperson } from '../domain/contract.ts'
import { insertSalesperson, rewriteSalesperson } from './write-salesperson.ts'

export const createSalespersonCommand = command(createSalesperson, async (work, input) => ({
  id: await insertSalesperson(work, { ...input, email: '', startDate: null }),
}))

/** Changes the fields of the form. Fields that only programs write stay as they are. */
export const changeSalespersonCommand = command(changeSalesperson, async (work, { id, version, ...input }) => {
  const stored = await work.tx.maybe<{ version: number }>(sql`
    select version from salespersons where id = ${id} for update`)
  if (!stored) refuse('missing', 'salespersons.missing', { salespersonId: id })
  if (stored.version !== version) refuse('conflict', 'conflict')
  await rewriteSalesperson(work, id, input)
  return { id }
})
