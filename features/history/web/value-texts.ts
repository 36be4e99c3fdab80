/** Turns the stored values of changes into texts. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { allNamespaces } from '#web/i18n.ts'
import { AREAS } from '#web/language/load-texts.ts'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'
import { historyValue } from '#web/ui/history/history-value.ts'
import { entryKeys } from '#kernel/history/words.ts'
import { featuresOf, roleOfRecord, wordsOf } from '../domain/kinds.ts'

// the history names the values of the records of every feature
needTexts(...AREAS, WORDS)

/** A change of one field. */
export type FieldChange = { readonly entity: string; readonly field: string }

/** Lists of records are counted here, because a row has no room for them. */
function valueText(t: TFunction<'history'>, { entity, field }: FieldChange, value: unknown): string {
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) return t('entries', { count: value.length })
  return historyValue(t, wordsOf(entity), field, value)
}

/** Returns functions for the words of commands, records, fields and values in the person's language. */
export function useWords() {
  const { t } = useTranslation('history')
  const namespaces = (...first: readonly string[]) => [...first, ...allNamespaces()]
  return {
    command: (name: string, unnamed: string = t('history.changed', { ns: 'frame' })): string =>
      t(entryKeys(name), { ns: namespaces(name.split('.')[0] ?? name), defaultValue: unnamed }),
    record: (entity: string, id: number): string => {
      if (entity === 'settings') return t('kind.settings')
      const named = entity === 'rights' ? t(`users:role.${roleOfRecord(id) ?? ''}`, { defaultValue: '' }) : ''
      return `${t(`kind.${entity}`, { defaultValue: entity })} ${named || String(id)}`
    },
    field: ({ entity, field }: FieldChange): string =>
      // the fields of the rights of a role are rights
      t([`field.${field}`, `right.${field}`], {
        ns: namespaces(...featuresOf(entity)),
        defaultValue: t('history.field', { ns: 'frame' }),
      }),
    value: (change: FieldChange, value: unknown): string => valueText(t, change, value),
  }
}
