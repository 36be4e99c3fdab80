/** Banks as master data, and their table of the data API. Payments keep the name that was written, so a bank can be deleted. */
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import type { Work } from '#server/command.ts'
import { computed, integer, moment, text } from '#server/data-api/fields.ts'
import { dataTable } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { paymentsRights } from '../domain/rights.ts'

const fields = {
  id: integer('b.id'),
  name: text('b.name', { required: true, max: 200, note: 'No two banks have the same name.' }),
  created: computed(moment('b.created_at')),
  updated: computed(moment('b.updated_at')),
}

export const banksTable = dataTable({
  name: 'banks',
  note: 'The banks of cheques and transfers. Payments name theirs in bankname.',
  from: sql`banks b`,
  id: 'id',
  fields,
  read: paymentsRights.read,
  write: { create: paymentsRights.write, update: paymentsRights.write, delete: paymentsRights.write },
  create: async (work, { name }) => {
    const given = await freeName(work, name ?? '', null)
    const { id } = await work.tx.one<{ id: number }>(sql`
      insert into banks (name, created_at, updated_at) values (${given}, ${work.now}, ${work.now}) returning id`)
    work.record({ entity: 'banks', id, changes: changes({}, { name: given }) })
    return id
  },
  update: async (work, id, { name }) => {
    const before = await lockBank(work, id)
    if (name === undefined) return
    const given = await freeName(work, name ?? '', id)
    if (given === before) return
    await work.tx.run(sql`
      update banks set name = ${given}, updated_at = ${work.now}, version = version + 1 where id = ${id}`)
    work.record({ entity: 'banks', id, changes: changes({ name: before }, { name: given }) })
  },
  remove: async (work, id) => {
    const name = await lockBank(work, id)
    await work.tx.run(sql`delete from banks where id = ${id}`)
    work.record({ entity: 'banks', id, changes: changes({ name }, { name: null }) })
  },
})

/** Returns the name of a bank, locked until the commit. */
async function lockBank(work: Work, id: number): Promise<string> {
  const bank = await work.tx.maybe<{ name: string }>(sql`select name from banks where id = ${id} for update`)
  return bank?.name ?? refuse('missing', 'payments.no-bank', { bankId: id })
}

/** Returns the name to store. Refuses an empty one and that of another bank. */
async function freeName(work: Work, typed: string, ownId: number | null): Promise<string> {
  const name = visibleText(typed).trim()
  if (name === '') refuse('invalid', 'payments.bank-name', { fields: { name: 'payments.bank-name' } })
  // two people who name the same bank at once write one after the other
  await work.tx.run(sql`lock table banks in share row exclusive mode`)
  const other = await work.tx.maybe(sql`
    select id from banks where lower(name) = lower(${name}) and id is distinct from ${ownId}::bigint`)
  if (other) refuse('refused', 'payments.bank-exists', { name, fields: { name: 'payments.bank-exists' } })
  return name
}
