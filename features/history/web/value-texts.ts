/** Turns the stored values of changes into texts. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isDay, isWallClock, showDay, showWallClock } from '#kernel/day.ts'
import { wordKeys } from '#kernel/history-words.ts'
import { NOTHING, showEuro } from '#web/format.ts'
import { allNamespaces } from '#web/i18n.ts'
import { featureOf, roleOfRecord, wordsOf } from '../domain/kinds.ts'

/** The history stores amounts and prices in euros, and these fields in percent. */
const EURO_FIELDS = ['total', 'amount', 'payment', 'salesPrice', 'b2bSalesPrice', 'costPrice']
const PERCENT_FIELDS = ['discount', 'vat', 'vatType', 'costMargin']

/** A change of one field. */
export type FieldChange = { readonly entity: string; readonly field: string }

function valueText(t: TFunction<'history'>, { entity, field }: FieldChange, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no', { ns: 'frame' })
  if (Array.isArray(value)) {
    if (value.some((one) => typeof one === 'object')) return t('entries', { count: value.length })
    return value.map((one) => valueText(t, { entity, field }, one)).join(' · ') || NOTHING
  }
  if (typeof value === 'object') {
    const parts = Object.values(value).map((one) => valueText(t, { entity, field }, one))
    return parts.filter((part) => part !== NOTHING).join(', ') || NOTHING
  }
  if (typeof value === 'number' && EURO_FIELDS.includes(field)) return showEuro(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (PERCENT_FIELDS.includes(field)) return `${text} %`
  if (isDay(text)) return showDay(text)
  if (isWallClock(text)) return showWallClock(text)
  const keys = wordKeys(wordsOf(entity), field, text)
  return keys.length === 0 ? text : t(keys, { defaultValue: text })
}

/** Returns functions for the words of commands, records, fields and values in the person's language. */
export function useWords() {
  const { t } = useTranslation('history')
  const namespaces = (first: string) => [first, ...allNamespaces()]
  return {
    command: (name: string): string =>
      t(`command.${name}`, {
        ns: namespaces(name.split('.')[0] ?? name),
        defaultValue: t('history.changed', { ns: 'frame' }),
      }),
    record: (entity: string, id: number): string => {
      if (entity === 'settings') return t('kind.settings')
      const named = entity === 'rights' ? t(`users:role.${roleOfRecord(id) ?? ''}`, { defaultValue: '' }) : ''
      return `${t(`kind.${entity}`, { defaultValue: entity })} ${named || String(id)}`
    },
    field: ({ entity, field }: FieldChange): string =>
      // the fields of the rights of a role are rights
      t([`field.${field}`, `right.${field}`], {
        ns: namespaces(featureOf(entity)),
        defaultValue: t('history.field', { ns: 'frame' }),
      }),
    value: (change: FieldChange, value: unknown): string => valueText(t, change, value),
  }
}
