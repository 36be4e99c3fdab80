/** Adds the command, the queries and the data API of every settings form that the features declare. */
import { changes } from '#kernel/changes.ts'
import { settingsContracts, storedValues, whyBeyond } from '#kernel/settings-form.ts'
import { stopOn } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { type Command, command, type Query, query } from '#server/command.ts'
import { type Feature, feature } from '#server/feature.ts'
import { readHistory, refuseStale } from '#server/history.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import { listSettingsForms, settingsHistory } from '../domain/contract.ts'
import { saveSetting } from './company.ts'
import { settingsTable } from './tables.ts'

/** Returns the values of a form, for its page. */
const formQuery = (form: DeclaredForm): Query =>
  query(settingsContracts(form).read, async ({ rows }) => ({
    id: form.id,
    settings: [...form.settings],
    values: await readSettings(rows, form),
    effectiveAt: (await form.effectiveAt?.(rows)) ?? null,
  }))

/**
 * Saves the values of a form. Refuses if a setting no longer has the value that the person saw, or exceeds its limit. Only values that differ
 * from the usual ones are stored, so that a later version of the product may change those that no person has set.
 */
const saveCommand = (form: DeclaredForm): Command =>
  command(settingsContracts(form).save, async (work, { values, shown }) => {
    const before = await readSettings(work.tx, form)
    if (Object.keys(values).some((name) => before[name] !== shown[name]))
      await refuseStale(work.tx, 'settings', form.id, 0)
    const after = storedValues(form.settings, { ...before, ...values })
    stopOn(whyBeyond(form.settings, after))
    const unusual = form.settings.filter(({ name, usual }) => after[name] !== usual)
    await saveSetting(work.tx, form.name, Object.fromEntries(unusual.map(({ name }) => [name, after[name]])))
    const changed = changes(before, after)
    work.record({
      entity: 'settings',
      id: form.id,
      changes: Object.fromEntries(Object.entries(changed).map(([name, both]) => [`${form.name}.${name}`, both])),
    })
    return { changed: Object.keys(changed) }
  })

const settingsHistoryQuery = query(settingsHistory, ({ rows }, input) => readHistory(rows, 'settings', input))

/** The manifest of all settings forms. */
export const settingsForms = (forms: readonly DeclaredForm[]): Feature =>
  feature({
    name: 'settings-forms',
    commands: forms.map(saveCommand),
    queries: [
      query(listSettingsForms, async ({ actor }) => ({
        forms: forms.filter(({ right }) => may(actor.role, right)).map(({ id, name }) => ({ id, name })),
      })),
      settingsHistoryQuery,
      ...forms.map(formQuery),
    ],
    tables: [settingsTable(forms)],
  })
