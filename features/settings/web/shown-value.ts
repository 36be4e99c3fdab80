/** The values of settings in words, for their history and for a conflict. */
import { isSame } from '#kernel/changes.ts'
import { shownIban } from '#kernel/settings/checks.ts'
import type { Setting } from '#kernel/settings/form.ts'
import { NOTHING, showCount, showMoney, showPrice, showQuantity, showRate } from '#web/format.ts'
import type { SettingTexts } from './setting-texts.ts'

const AMOUNTS = { money: showMoney, price: showPrice, quantity: showQuantity, rate: showRate } as const

type Row = Readonly<Record<string, unknown>>

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

/** Returns one value in words. `path` names the setting, or the setting and the column. */
function shownScalar(setting: Setting, path: string, value: unknown, texts: SettingTexts): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return setting.kind === 'amount' ? AMOUNTS[setting.of](value) : showCount(value)
  if (typeof value !== 'string') return NOTHING
  if (setting.kind === 'choice') return texts.option(path, value)
  return setting.kind === 'text' && setting.check === 'iban' ? shownIban(value) : value
}

/** Returns a row in words. A column of yes and no is named if it is set. */
function shownRow(setting: Extract<Setting, { kind: 'rows' }>, row: Row, texts: SettingTexts): string {
  return setting.columns
    .flatMap((column) => {
      const value = row[column.name]
      if (column.kind === 'yes-no') return value === true ? [texts.column(setting.name, column.name)] : []
      const shown = shownScalar(column, `${setting.name}.${column.name}`, value, texts)
      return shown === NOTHING ? [] : [shown]
    })
    .join(' · ')
}

/**
 * Returns the value of a setting in words. Of a list, only the entries that `other`, the value on the other side of a change,
 * does not have; all of them if only their order differs.
 */
export function shownSetting(setting: Setting, value: unknown, other: unknown, texts: SettingTexts): string {
  if (setting.kind !== 'names' && setting.kind !== 'rows') return shownScalar(setting, setting.name, value, texts)
  const [entries, others]: [readonly unknown[], readonly unknown[]] = [
    Array.isArray(value) ? value : [],
    Array.isArray(other) ? other : [],
  ]
  const isIn = (list: readonly unknown[], entry: unknown) => list.some((one) => isSame(one, entry))
  const own = entries.filter((entry) => !isIn(others, entry))
  const differs = own.length > 0 || others.some((entry) => !isIn(entries, entry))
  const listed = differs ? own : entries
  const words =
    setting.kind === 'names' ? listed.map(String) : rowsOf(listed).map((row) => shownRow(setting, row, texts))
  return words.length === 0 ? NOTHING : words.join('; ')
}
