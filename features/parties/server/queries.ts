/** The queries about single parties of a kind: the picker, one party, its history, and those with the same VAT number. */
import { fold } from '#kernel/fold.ts'
import { keptQuery, query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readHistory } from '#server/history.ts'
import { matchesWords } from '#server/search-text.ts'
import type { NamedParty, PartyContracts } from '../domain/contract.ts'
import { matchesParty, numbersFirst, partiesThatMatch } from './find-parties.ts'
import type { PartyKind } from './kind.ts'
import { partiesOfVat, readAnyParty, readParty } from './write-party.ts'

const OPTIONS = 20

/** Returns the first parties of a kind that match a text in a picker, or only those with exactly this name. */
export function readOptions(rows: Rows, kind: PartyKind, search: string, isExact = false): Promise<NamedParty[]> {
  const matches = isExact
    ? sql`${matchesWords(sql`search`, search)} and fold(name) = ${fold(search)}`
    : matchesParty(search)
  return rows.many<NamedParty>(sql`
    select id, name, label, phone, vat from ${partiesThatMatch(kind, matches, search)}
    order by ${numbersFirst(search)}name collate "und-x-icu", id limit ${OPTIONS}`)
}

export const partyQueries = (kind: PartyKind, contracts: PartyContracts) => ({
  options: keptQuery(contracts.options, async ({ rows }, { search, exact }) => ({
    rows: await readOptions(rows, kind, search, exact),
  })),
  detail: query(contracts.detail, async (view, { id }) => ({ party: await readParty(kind, view.rows, id) })),
  sameVat: query(contracts.sameVat, async (view, { vat, exceptId }) => ({
    parties: await partiesOfVat(kind, view.rows, vat, exceptId),
  })),
  /** Also of a party that was merged into another. */
  history: query(contracts.history, async ({ rows }, input) => {
    await readAnyParty(kind, rows, input.id)
    return readHistory(rows, kind.name, input)
  }),
})
