/** Adds the command, the queries and the data API of every settings form that the features declare. */
import { z } from 'zod'
import { changes, isSame } from '#kernel/changes.ts'
import {
  missingSettings,
  type Setting,
  settingsContracts,
  type SettingValues,
  storedValues,
  whyBeyond,
} from '#kernel/settings/form.ts'
import { stopOn } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { usualOf } from '#kernel/settings/kinds.ts'
import { type Command, command, type Query, query } from '#server/command.ts'
import { type Feature, feature } from '#server/feature.ts'
import { readHistory, refuseStale } from '#server/history.ts'
import { type DeclaredForm, readSettings, readStored } from '#server/settings.ts'
import type { Rows } from '#server/db/database.ts'
import { listSettingsForms, settingsHistory } from '../domain/contract.ts'
import { saveSetting } from '#server/company.ts'
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
 * Saves the values of a form. Refuses if a setting no longer has the value that the person saw, exceeds its limit, or
 * is refused by the rule of the form. Only
 * values that differ from the usual ones are stored, so that a later version of the product may change those that no person
 * has set. What the stored row has beside the settings of the form stays.
 */
const saveCommand = (form: DeclaredForm): Command =>
  command(settingsContracts(form).save, async (work, { values, shown }) => {
    const stored = z.record(z.string(), z.unknown()).safeParse(await readStored(work.tx, form.name)).data ?? {}
    const before: SettingValues = storedValues(form.settings, stored)
    if (Object.keys(values).some((name) => !isSame(before[name], shown[name])))
      await refuseStale(work.tx, 'settings', form.id, 0)
    const after: SettingValues = storedValues(form.settings, { ...before, ...values })
    stopOn(whyBeyond(form.settings, after))
    stopOn(await form.refuses?.(work.tx, after, before, work.actor))
    const unusual = form.settings.filter((setting) => !isSame(after[setting.name], usualOf(setting)))
    const others = Object.entries(stored).filter(([name]) => !Object.hasOwn(before, name))
    await saveSetting(work.tx, form.name, {
      ...Object.fromEntries(others),
      ...Object.fromEntries(unusual.map(({ name }) => [name, after[name]])),
    })
    const changed = changes(before, after)
    work.record({
      entity: 'settings',
      id: form.id,
      changes: Object.fromEntries(Object.entries(changed).map(([name, both]) => [`${form.name}.${name}`, both])),
    })
    return { changed: Object.keys(changed) }
  })

/** Returns a form with the names of its settings, and of those that are missing. */
async function listedForm(rows: Rows, { id, name, group, settings }: DeclaredForm) {
  const values: SettingValues = await readSettings(rows, { name, settings })
  const namesOf = (list: readonly Setting[]) => list.map((setting) => setting.name)
  return { id, name, group, settings: namesOf(settings), missing: namesOf(missingSettings(settings, values)) }
}

const settingsHistoryQuery = query(settingsHistory, ({ rows }, input) => readHistory(rows, 'settings', input))

/** The manifest of all settings forms. */
export const settingsForms = (forms: readonly DeclaredForm[]): Feature =>
  feature({
    name: 'settings-forms',
    commands: forms.map(saveCommand),
    queries: [
      query(listSettingsForms, async ({ rows, actor }) => {
        const listed = []
        for (const form of forms.filter(({ right }) => may(actor, right))) listed.push(await listedForm(rows, form))
        return { forms: listed }
      }),
      settingsHistoryQuery,
      ...forms.map(formQuery),
    ],
    tables: [settingsTable(forms)],
  })
