/** Turns an entry of the history browser into sentences in the person's language. */
import i18n from 'i18next'
import { useTranslation } from 'react-i18next'
import { FURTHER, KEY_CALL } from '#kernel/history/security-events.ts'
import { allNamespaces } from '#web/i18n.ts'
import { refusalKeys } from '#web/ui/problems.ts'
import type { EntryRow } from '../domain/contract.ts'
import { useWords } from './value-texts.ts'

const GAP = '…'

/** Returns the reason of a refusal. What the history does not keep, such as a name that was typed, is a gap in the text. */
function reasonText({ code, details }: Pick<EntryRow, 'code' | 'details'>): string {
  const keys = refusalKeys(code)
  const raw: string = i18n.t(keys, { ...countOf(details), skipInterpolation: true })
  const gaps = [...raw.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => [name, GAP])
  const filled: Record<string, unknown> = {
    ...Object.fromEntries(gaps),
    ...countOf(details),
    ...details,
    ...statusIn(details),
  }
  return i18n.t(keys, filled)
}

/** The number that decides the plural form. */
const countOf = ({ count, minutes }: EntryRow['details']): { count: number } => ({
  count: Number(count ?? minutes ?? 1),
})

const statusIn = ({ status }: EntryRow['details']): Record<string, string> =>
  typeof status === 'string'
    ? { status: i18n.t(`status.${status}`, { ns: allNamespaces(), defaultValue: status }) }
    : {}

export type EntryTexts = {
  /** What was done: the name of the command, or what kind of sign-in it was. */
  readonly action: (row: EntryRow) => string
  readonly record: (row: EntryRow) => string
  /** What changed, or why something was refused. */
  readonly sentence: (row: EntryRow) => string
}

/** Returns the texts of the columns. */
export function useEntryTexts(): EntryTexts {
  const { t } = useTranslation('history')
  const words = useWords()
  const changesText = ({ entity, changes, otherFields, note }: EntryRow): string => {
    const of = (field: string) => ({ entity: entity ?? '', field })
    const short = Object.entries(changes).map(
      ([field, [before, after]]) =>
        `${words.field(of(field))}: ${words.value(of(field), before)} → ${words.value(of(field), after)}`,
    )
    const others = otherFields.map((field) => words.field(of(field)))
    return [...short, ...others, ...(note === null ? [] : [note])].join(' · ')
  }
  const eventText = (row: EntryRow): string => {
    const { kind, code, times, address } = row
    const why = code === '' ? '' : kind === 'REFUSAL' ? reasonText(row) : t(`reason.${code}`, { defaultValue: '' })
    const from = address === '' ? '' : t('from-address', { address })
    const often = times > 1 ? t('times', { count: times }) : ''
    return [why, from, often].filter((part) => part !== '').join(' · ')
  }
  return {
    action: ({ kind, command }) => {
      if (kind === 'CHANGE') return words.command(command)
      if (kind !== 'REFUSAL') return t(`sign-in.${command}`, { defaultValue: command })
      if (command === FURTHER) return t('further-refusals')
      if (command === KEY_CALL) return t('key-refused')
      // a request that changes nothing has no words of its own
      return t('action-refused', { action: words.command(command, t('some-request', { name: command })) })
    },
    record: ({ entity, entityId }) => (entity === null || entityId === null ? '' : words.record(entity, entityId)),
    sentence: (row) => (row.kind === 'CHANGE' ? changesText(row) : eventText(row)),
  }
}
