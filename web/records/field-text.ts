import i18n from 'i18next'
import type { Field } from '#kernel/records/fields.ts'
import { NOTHING, showDay, showMoney, showPrice, showQuantity, showRate, showWallClock } from '#web/format.ts'

/** Returns a value of a declared field as text: a figure, a day or a choice as pages show it, a text as it is, a dash if there is none. */
export function valueText(field: Field | null, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  switch (field?.kind) {
    case 'percent':
      return showRate(Number(value))
    case 'money':
      return showMoney(Number(value))
    case 'price':
      return showPrice(Number(value))
    case 'quantity':
      return showQuantity(Number(value))
    case 'flag':
    case 'since':
      return i18n.t(value ? 'action.yes' : 'action.no')
    case 'choice':
      return field.options.words === undefined ? text : i18n.t(`${field.options.words}.${text}`)
    case 'day':
      return showDay(value as string)
    case 'wallClock':
      return showWallClock(value as string)
    default:
      return text
  }
}
