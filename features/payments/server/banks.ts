/** Banks as master data: the list that the office keeps, and their table of the data API. Payments keep the name that was written, so a bank can be deleted. */
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import { command, query, type Work } from '#server/command.ts'
import { computed, integer, moment, text } from '#server/data-api/fields.ts'
import { dataTable } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import { type Bank, listBanks, saveBank } from '../domain/banks-contract.ts'
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
  create: (work, { name }) => createBank(work, name ?? '', false),
  update: async (work, id, { name }) => {
    const { name: before, hidden } = await lockBank(work, id)
    await changeBank(work, id, { name: before, hidden }, { name: name ?? before, hidden })
  },
  remove: async (work, id) => {
    const { name } = await lockBank(work, id)
    await work.tx.run(sql`delete from banks where id = ${id}`)
    work.record({ entity: 'banks', id, changes: changes({ name }, { name: null }) })
  },
})

type Content = { readonly name: string; readonly hidden: boolean }

/** Returns a bank, locked until the commit. */
async function lockBank(work: Work, id: number): Promise<Content & { version: number }> {
  const bank = await work.tx.maybe<Content & { version: number }>(sql`
    select name, hidden_at is not null as hidden, version from banks where id = ${id} for update`)
  return bank ?? refuse('missing', 'payments.no-bank', { bankId: id })
}

async function createBank(work: Work, typed: string, hidden: boolean): Promise<number> {
  const name = await freeName(work, typed, null)
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into banks (name, hidden_at, created_at, updated_at)
    values (${name}, case when ${hidden}::boolean then ${work.now}::timestamptz end, ${work.now}, ${work.now}) returning id`)
  work.record({ entity: 'banks', id, changes: changes({}, hidden ? { name, hidden } : { name }) })
  return id
}

/** Writes the name and whether the bank is hidden, if one of them has changed. */
async function changeBank(work: Work, id: number, before: Content, typed: Content): Promise<void> {
  const after = { name: await freeName(work, typed.name, id), hidden: typed.hidden }
  if (after.name === before.name && after.hidden === before.hidden) return
  await work.tx.run(sql`
    update banks set name = ${after.name}, updated_at = ${work.now}, version = version + 1,
      hidden_at = case when ${after.hidden}::boolean then coalesce(hidden_at, ${work.now}::timestamptz) end
    where id = ${id}`)
  work.record({ entity: 'banks', id, changes: changes(before, after) })
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

export const listBanksQuery = query(listBanks, async ({ rows }) => ({
  banks: await rows.many<Bank>(sql`
    select id, name, hidden_at is not null as hidden, version from banks order by name collate "und-x-icu", id`),
}))

/** Creates or changes a bank. Refuses if another person has changed it since the page showed it. */
export const saveBankCommand = command(saveBank, async (work, { bank, name, hidden }) => {
  if (bank === null) return { id: await createBank(work, name, hidden) }
  const { version, ...before } = await lockBank(work, bank.id)
  if (version !== bank.version) await refuseStale(work.tx, 'banks', bank.id, bank.version)
  await changeBank(work, bank.id, before, { name, hidden })
  return { id: bank.id }
})
