/** The tables that this feature owns, and the data API of the sections, which programs call task types. */
import { refuse } from '#kernel/refusal.ts'
import { computed, integer, json, text } from '#server/data-api/fields.ts'
import { dataTable } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { sectionsRights } from '../domain/rights.ts'
import { createSection } from '../domain/setup-contract.ts'
import { FLOORS } from '../domain/setup.ts'
import { insertSection, rewriteSection } from './set-up.ts'

export const owns = ['sections'] as const

const fields = {
  id: integer('s.id'),
  name: text('s.name', { required: true, max: 100, ignoresCase: true, note: 'It cannot change.' }),
  description: text('s.description', { required: true, max: 500 }),
  floor: text('s.floor', { required: true, values: FLOORS, plainOrder: true }),
  aliases: computed(json(sql`to_json(s.aliases)`, { note: 'Other spellings of the name.' })),
}

const zPatch = createSection.input.pick({ description: true, floor: true }).partial()

export const taskTypesTable = dataTable({
  name: 'taskTypes',
  note: 'The sections of the workshop.',
  from: sql`sections s`,
  id: 'id',
  fields,
  read: sectionsRights.read,
  write: { create: sectionsRights.setUp, update: sectionsRights.setUp },
  why: { DELETE: 'A section stays, because tasks and products have its name.' },
  create: async (work, { name, description, floor }) =>
    (await insertSection(work, parseInput(createSection.input, { name, description, floor }))).id,
  update: async (work, id, { name, description, floor }, current) => {
    if (name !== undefined && name !== current.name)
      refuse('refused', 'sections.name-fixed', { fields: { name: 'sections.name-fixed' } })
    await rewriteSection(work, id, parseInput(zPatch, { description, floor }))
  },
})
