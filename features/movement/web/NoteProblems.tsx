import { Alert, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Correction } from '#features/invoicing/web/DocumentProblems.tsx'
import { NOTE_FIELDS, type NoteProblem } from '../domain/compose-note.ts'
import type { NotedStopView } from '../domain/contract.ts'
import { hasLiveNote } from './use-notes.ts'

export function Warning({ children }: { children: ReactNode }) {
  return (
    <Alert color="yellow" variant="light" py={6} icon={<TriangleAlert size={16} aria-hidden />}>
      {children}
    </Alert>
  )
}

/** Says what forbids the note of a stop, each with a link to the field that a person corrects. Shows nothing if the stop has a live note. */
export function NoteProblems({ stop }: { stop: NotedStopView }) {
  return hasLiveNote(stop) ? null : stop.problems.map((one) => <Problem key={one} stop={stop} problem={one} />)
}

function Problem({ stop, problem }: { stop: NotedStopView; problem: NoteProblem }) {
  const { t } = useTranslation('movement')
  const field = NOTE_FIELDS[problem]
  const id = field?.of === 'customers' ? (stop.customerId ?? null) : null
  return (
    <Warning>
      <Text size="sm" c="var(--mantine-color-text)">
        {t(`refusal.${problem}`, { stop: stop.name })}
      </Text>
      {field === undefined || (field.of === 'customers' && id === null) ? null : (
        <Correction problem={{ ...field, id }} />
      )}
    </Warning>
  )
}
