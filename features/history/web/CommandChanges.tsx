import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { changesOfCommand, type Entry, MOST_TOGETHER } from '../domain/contract.ts'
import { useWords } from './value-texts.ts'

/** Shows everything that one command changed: who gave it and when, then each record with its fields. */
export function CommandChanges({ id }: { id: number }) {
  const { t } = useTranslation('history')
  const words = useWords()
  const answer = useAsk(changesOfCommand, { id })
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={6} />
  const { rows, more } = answer.data
  const [first] = rows
  return (
    <Stack gap="lg">
      {first ? (
        <div>
          <Title order={2}>{words.command(first.command)}</Title>
          <Text size="sm" c="dimmed">
            {first.userName} · <MomentText value={first.at} />
          </Text>
        </div>
      ) : null}
      {rows.map((entry) => (
        <RecordChanges key={entry.id} entry={entry} />
      ))}
      {more ? <Text size="sm">{t('more', { most: MOST_TOGETHER })}</Text> : null}
    </Stack>
  )
}

function RecordChanges({ entry: { entity, entityId, to, changes, note } }: { entry: Entry }) {
  const words = useWords()
  const title = words.record(entity, entityId)
  return (
    <section aria-label={title}>
      <Title order={3}>
        {to === null ? (
          title
        ) : (
          <Anchor component={PageLink} to={to} inherit>
            {title}
          </Anchor>
        )}
      </Title>
      {note === null ? null : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      {Object.entries(changes).map(([field, [before, after]]) => (
        <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words.field({ entity, field })}:{' '}
          <Text span c="dimmed" td="line-through">
            {words.value({ entity, field }, before)}
          </Text>{' '}
          → {words.value({ entity, field }, after)}
        </Text>
      ))}
    </section>
  )
}
