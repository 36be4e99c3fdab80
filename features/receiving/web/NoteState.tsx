import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import type { NoteState as State } from '#kernel/tax/delivery-note.ts'
import badge from '#web/ui/StatusBadge.module.css'
import type { listNotes } from '../domain/contract.ts'
import { isFinal, isOpen } from '../domain/received-note.ts'

export type NoteRow = OutputOf<typeof listNotes>['rows'][number]

const TONES: Readonly<Record<State, string>> = {
  registered: 'gray',
  cancelled: 'faded',
  'in-transit': 'sky',
  rejected: 'red',
  delivered: 'teal',
  failed: 'red',
  completed: 'green',
  'in-return': 'orange',
}

/** Returns the name of the text and the tone of what a person needs to know of a note: first how an open answer goes, then the state. */
export function stateOf({ state, answerKind, answerStatus }: Pick<NoteRow, 'state' | 'answerKind' | 'answerStatus'>) {
  if (answerKind !== null && answerStatus !== null && isOpen(answerStatus))
    return { key: `state.sending-${answerKind}`, tone: 'violet' } as const
  if (answerStatus === 'FAILED' && !isFinal(state)) return { key: 'state.refused', tone: 'red' } as const
  return state === null
    ? ({ key: 'state.unknown', tone: 'gray' } as const)
    : ({ key: `state.${state}`, tone: TONES[state] } as const)
}

/** The state of a note as a text with a colour. */
export function NoteState({ row }: { row: Pick<NoteRow, 'state' | 'answerKind' | 'answerStatus'> }) {
  const { t } = useTranslation('receiving')
  const { key, tone } = stateOf(row)
  return (
    <span className={badge.badge} data-tone={tone}>
      {t(key)}
    </span>
  )
}
