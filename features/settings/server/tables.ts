/** The tables that this feature owns, and the data API of the settings forms. */
import type { SettingsForm } from '#kernel/settings-form.ts'
import { computed, integer, json, moment, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, fixed } from '#server/data-api/table.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { settingsRights } from '../domain/rights.ts'

export const owns = ['settings'] as const

/** Selects one row for each form, with the usual value of each setting that no person has set. */
function formRows(forms: readonly SettingsForm[]): Sql {
  const usual = forms.map(({ id, name, settings }) => ({
    id,
    name,
    usual: Object.fromEntries(settings.map((setting) => [setting.name, setting.usual])),
  }))
  return sql`(
    select form.id, form.name, form.usual || coalesce(s.value, '{}') as value, s.updated_at
    from jsonb_to_recordset(${JSON.stringify(usual)}::jsonb) as form(id bigint, name text, usual jsonb)
    left join settings s on s.name = form.name) f`
}

/** Defines the table of the settings forms. Programs read it; people change settings on their page. */
export const settingsTable = (forms: readonly SettingsForm[]): DataTable =>
  dataTable({
    name: 'settings',
    note: 'The settings of the company, one row for each form of the settings page.',
    from: formRows(forms),
    id: 'id',
    fields: {
      id: computed(integer('f.id')),
      name: computed(text('f.name', { plainOrder: true })),
      value: computed(json('f.value', { note: 'The value of each setting by its name.' })),
      updated: computed(moment('f.updated_at', { note: 'Null if no person has saved the form.' })),
    },
    read: settingsRights.write,
    why: { POST: 'Forms belong to the product.', ...fixed('Settings are changed on the settings page.') },
  })
