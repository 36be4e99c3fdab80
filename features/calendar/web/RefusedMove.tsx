import { Alert, Button, Group, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { type Day, isDay } from '#kernel/day.ts'
import { Refused } from '#kernel/refusal.ts'
import { showMoment, showWeekday } from '#web/format.ts'
import { problemText } from '#web/ui/problems.ts'
import styles from './calendar.module.css'
import { type Moves, nameOf, type RefusedMove as Refusal } from './use-moves.ts'

/** The details with which a stale move is refused: the present day and version of the entry, and who changed it when. */
type Theirs = { readonly day: string; readonly version: number; readonly userName: string; readonly at: string }

/** Returns the change that another person has made meanwhile; null if the move was refused for another reason. */
function theirsOf(error: unknown): Theirs | null {
  if (!(error instanceof Refused) || error.refusal.kind !== 'conflict') return null
  const { day, version, userName, at } = error.refusal.details ?? {}
  if (typeof day !== 'string' || !isDay(day) || typeof version !== 'number') return null
  return { day, version, userName: typeof userName === 'string' ? userName : '', at: typeof at === 'string' ? at : '' }
}

/** Shows why a move was refused. If another person was faster, both days are shown. */
export function RefusedMove({ refused, moves }: { refused: Refusal; moves: Moves }) {
  const { t } = useTranslation('calendar')
  const { t: frame } = useTranslation('frame')
  const { entry, day, error } = refused
  const theirs = theirsOf(error)
  const what = nameOf(entry)
  return (
    <Alert
      className={styles.refused}
      color="red"
      variant="light"
      role="alert"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t(theirs ? 'refused.meanwhile' : 'refused.stays', {
        what,
        day: showWeekday(theirs?.day ?? entry.day),
      })}
      withCloseButton
      closeButtonLabel={frame('action.close')}
      onClose={moves.forgetRefusal}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {theirs === null
            ? problemText(error)
            : t('refused.both', {
                who: theirs.userName,
                at: theirs.at === '' ? '' : showMoment(theirs.at),
                theirs: showWeekday(theirs.day),
                mine: showWeekday(day),
              })}
        </Text>
        {theirs === null || theirs.day === day ? null : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void moves.move({ ...entry, day: theirs.day as Day, version: theirs.version }, day)}
          >
            {t('refused.again', { day: showWeekday(day) })}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
