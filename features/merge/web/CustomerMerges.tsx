import { Button, Group, Stack, Text } from '@mantine/core'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { CustomerHistory } from '#features/customers/web/page/CustomerChanges.tsx'
import { showMoment } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { mergesOfRecord, type StoredMergeRow } from '../domain/contract.ts'
import { movesText } from './moves-text.ts'
import { UndoMerge } from './UndoMerge.tsx'

/** The customers that were merged into this one, each with its own history. Shows nothing if there are none. */
export default function CustomerMerges({ customer: { id } }: OfCustomer) {
  const { t } = useTranslation('merge')
  const answer = useAsk(mergesOfRecord, { entity: 'customers', id }, { topics: [`customers:${id}`] })
  const [shown, setShown] = useState<StoredMergeRow | null>(null)
  if (answer.error) return <RefusalText error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data || answer.data.rows.length === 0) return null
  return (
    <Panel title={t('merges.title')}>
      <ul className={surfaces.rows}>
        {answer.data.rows.map((merge) => (
          <li key={merge.id} style={{ flexWrap: 'wrap' }}>
            <MergeRow merge={merge} showHistory={() => setShown(merge)} />
          </li>
        ))}
      </ul>
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={t('merges.history-of', { name: shown?.mergedName ?? '' })}
        size="lg"
      >
        {shown === null ? null : <CustomerHistory id={shown.mergedId} />}
      </Drawer>
    </Panel>
  )
}

function MergeRow({ merge, showHistory }: { merge: StoredMergeRow; showHistory: () => void }) {
  const { t } = useTranslation('merge')
  const { mergedName: name, mergedId: id, at, userName: by, moved, undoneAt, undoneBy, undoUntil } = merge
  return (
    <>
      <Stack gap={2} className={surfaces.grow} miw="min(100%, 260px)">
        <Text size="sm">{t('notice.merged', { name, id, at: showMoment(at), by })}</Text>
        <Text size="xs" c="dimmed">
          {moved.length === 0 ? t('merges.nothing-moved') : movesText(t, moved)}
        </Text>
        {undoneAt === null ? null : (
          <Text size="xs" c="dimmed">
            {t('merges.undone', { at: showMoment(undoneAt), by: undoneBy })}
          </Text>
        )}
        {undoUntil === null ? null : (
          <Text size="xs" c="dimmed">
            {t('merges.undo-until', { at: showMoment(undoUntil) })}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<History size={16} aria-hidden />}
          onClick={showHistory}
        >
          {t('merges.show-history')}
        </Button>
        <UndoMerge merge={merge} />
      </Group>
    </>
  )
}
