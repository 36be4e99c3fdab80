/** The tables that this feature owns, and the data API of the settings forms. */
import { z } from 'zod'
import { type SettingsForm, type SettingValues, storedValues } from '#kernel/settings/form.ts'
import { computed, integer, json, moment, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, fixed } from '#server/data-api/table.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { settingsRights } from '../domain/rights.ts'

export const owns = ['settings'] as const

/** Selects one row for each form. `stored` has the name of the form and what is stored for it. */
const formRows = (forms: readonly SettingsForm[]): Sql => sql`(
  select form.id, form.name, jsonb_build_object(form.name, s.value) as stored, s.updated_at
  from jsonb_to_recordset(${JSON.stringify(forms.map(({ id, name }) => ({ id, name })))}::jsonb)
    as form(id bigint, name text)
  left join settings s on s.name = form.name) f`

const zStored = z.record(z.string(), z.unknown())

/** Returns the values that the product uses: of `{ retention: { mails: 400 } }` each setting of the form `retention`. */
const valuesUsed = (forms: readonly SettingsForm[], stored: unknown): SettingValues => {
  const rows = zStored.parse(stored)
  const form = forms.find(({ name }) => name in rows)
  return form ? storedValues(form.settings, rows[form.name]) : {}
}
/** Defines the table of the settings forms. Programs read it; people change settings on their page. */
export const settingsTable = (forms: readonly SettingsForm[]): DataTable =>
  dataTable({
    name: 'settings',
    note: 'The settings of the company, one row for each form of the settings page.',
    from: formRows(forms),
    id: 'id',
    unlisted: true,
    fields: {
      id: computed(integer('f.id')),
      name: computed(text('f.name', { plainOrder: true })),
      value: computed(
        json('f.stored', {
          note: 'The value of each setting by its name, as the product uses it.',
          show: (stored) => valuesUsed(forms, stored),
        }),
      ),
      updated: computed(moment('f.updated_at', { note: 'Null if no person has saved the form.' })),
    },
    read: settingsRights.write,
    why: { POST: 'Forms belong to the product.', ...fixed('Settings are changed on the settings page.') },
  })
