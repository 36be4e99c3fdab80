/** What a person has changed in a settings form, and how it meets the changes of another person. */
import { isSame } from '#kernel/changes.ts'
import type { Setting, SettingValue, SettingValues } from '#kernel/settings/form.ts'

/** The values in the inputs. Null stands for an empty or unreadable input. */
export type TypedValues = Readonly<Record<string, SettingValue | null>>

export type TypedForm = { values: Record<string, SettingValue | null> }

/** Returns the settings whose input differs from the value on which the person based the change. */
export const changedValues = (base: SettingValues, typed: TypedValues): TypedValues =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => !isSame(value, base[name])))

/** Returns the values of `base` for the settings that `changed` names. */
export const shownValues = (base: SettingValues, changed: TypedValues): SettingValues =>
  Object.fromEntries(Object.entries(base).filter(([name]) => Object.hasOwn(changed, name)))

/** Returns the settings that both this person and another person have changed since `base`. */
export const clashing = (base: SettingValues, mine: TypedValues, theirs: SettingValues): readonly string[] =>
  Object.keys(mine).filter((name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]))

/** A setting by which fewer records are kept than before. */
export type Shortened = { readonly name: string; readonly before: number; readonly after: number }

/** Returns the settings that delete records because their value became smaller. */
export const shortened = (settings: readonly Setting[], base: SettingValues, mine: TypedValues): readonly Shortened[] =>
  settings.flatMap(({ kind, name }) => {
    const [before, after] = [base[name], mine[name]]
    return kind === 'kept-days' && typeof before === 'number' && typeof after === 'number' && after < before
      ? [{ name, before, after }]
      : []
  })
