/** The commands and queries with which an administrator sets up the sections. */
import type { z } from 'zod'
import { firstNamesOfSection } from '#accounts/server/user-row.ts'
import { changes } from '#kernel/changes.ts'
import { pageOf } from '#kernel/contract.ts'
import { contains, containsWords } from '#kernel/fold.ts'
import { PLACES, type Quantity, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, query, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readHistory, refuseStale } from '#server/history.ts'
import * as contract from '../domain/setup-contract.ts'
import { FLOORS, whyNotNamed } from '../domain/setup.ts'

type Section = contract.SetUpSection
type NewSection = Omit<Section, 'id' | 'version' | 'firstNames'>
type Change = { readonly [Part in keyof Omit<NewSection, 'name'>]?: NewSection[Part] | undefined }

const readAll = (rows: Rows): Promise<Section[]> =>
  rows.many<Section>(sql`
    select id, name, description, floor, aliases, account_name as "accountName", ${firstNamesOfSection} as "firstNames",
      capacity_e4 as capacity, capacity_minutes_e4 as minutes, version
    from sections s order by name collate "und-x-icu"`)

/** Returns a section as the history shows it. */
const shown = <S extends { readonly capacity: Quantity | null; readonly minutes: Quantity | null }>(section: S) => ({
  ...section,
  capacity: numberOf(section.capacity),
  minutes: numberOf(section.minutes),
})

const numberOf = (value: Quantity | null): number | null => (value === null ? null : toNumber(value, PLACES.quantity))

export async function insertSection(work: Work, section: NewSection): Promise<{ id: number; version: number }> {
  stopOn(whyNotNamed({ id: null, ...section }, await readAll(work.tx)))
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into sections (name, description, floor, aliases, account_name, capacity_e4, capacity_minutes_e4)
    values (${section.name}, ${section.description}, ${section.floor}, ${section.aliases}::text[], ${section.accountName},
      ${section.capacity}, ${section.minutes})
    returning id`)
  work.record({ entity: 'sections', id, changes: changes({}, shown(section)) })
  return { id, version: 1 }
}

/** Changes a section. With a version it refuses if another person has changed the section since. */
export async function rewriteSection(work: Work, id: number, change: Change, version?: number) {
  const all = await readAll(work.tx)
  const before = all.find((section) => section.id === id) ?? refuse('missing', 'sections.missing', { section: id })
  if (version !== undefined && version !== before.version) await refuseStale(work.tx, 'sections', id, before.version)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: Section = { ...before, ...given }
  stopOn(whyNotNamed(after, all))
  const changed = changes(shown(before), shown(after))
  if (Object.keys(changed).length === 0) return { id, version: before.version }
  await work.tx.run(sql`
    update sections set description = ${after.description}, floor = ${after.floor}, aliases = ${after.aliases}::text[],
      account_name = ${after.accountName}, capacity_e4 = ${after.capacity}, capacity_minutes_e4 = ${after.minutes},
      version = version + 1
    where id = ${id}`)
  work.record({ entity: 'sections', id, changes: changed })
  return { id, version: before.version + 1 }
}

export const createSectionCommand = command(contract.createSection, insertSection)

export const changeSectionCommand = command(contract.changeSection, (work, { id, version, changes: change }) =>
  rewriteSection(work, id, change, version),
)

/** Returns the matching sections. A company has few of them. */
async function matching(
  rows: Rows,
  { search, filters, sort = 'name', descending = false }: z.output<typeof contract.setupListInput>,
) {
  const found = (await readAll(rows)).filter(
    ({ name, description, floor, aliases, accountName }) =>
      containsWords([name, description, accountName ?? '', ...aliases].join(' '), search) &&
      contains(name, filters.name) &&
      contains(description, filters.description) &&
      (!filters.floor || filters.floor.some((one) => one === floor)),
  )
  // the names come in the order of the Greek alphabet
  const sorted =
    sort === 'name'
      ? found
      : found.toSorted((a, b) =>
          sort === 'floor'
            ? FLOORS.findIndex((floor) => floor === a.floor) - FLOORS.findIndex((floor) => floor === b.floor)
            : (a[sort] ?? '').localeCompare(b[sort] ?? '', 'el'),
        )
  return descending ? sorted.toReversed() : sorted
}

export const listSetUpSectionsQuery = query(contract.listSetUpSections, async ({ rows }, input) =>
  pageOf(await matching(rows, input), input.page, contract.SETUP_PAGE),
)

export const countSetUpSectionsQuery = query(contract.countSetUpSections, async ({ rows }, input) => ({
  count: (await matching(rows, input)).length,
}))

export const sectionHistoryQuery = query(contract.sectionHistory, ({ rows }, input) =>
  readHistory(rows, 'sections', input),
)
