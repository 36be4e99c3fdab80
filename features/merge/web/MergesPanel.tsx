import { Button, Group, Stack, Text } from '@mantine/core'
import { History } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCount, showMoment } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { mergesOfRecord, type StoredMergeRow } from '../domain/contract.ts'
import type { MergeKind } from './kinds.tsx'
import { UndoMerge } from './UndoMerge.tsx'
import type { TFunction } from 'i18next'

/** The records that were merged into this one, each with its own history. Shows nothing if there are none. */
export function MergesPanel({ kind, id }: { kind: MergeKind; id: number }) {
  const { entity } = kind
  const { t } = useTranslation('merge')
  const answer = useAsk(mergesOfRecord, { entity, id })
  const [shown, setShown] = useState<StoredMergeRow | null>(null)
  if (answer.error) return <RefusalText error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data || answer.data.rows.length === 0) return null
  return (
    <Panel title={t(`of.${entity}.merges-title`)}>
      <ul className={surfaces.rows}>
        {answer.data.rows.map((merge) => (
          <li key={merge.id} style={{ flexWrap: 'wrap' }}>
            <MergeRow entity={entity} merge={merge} showHistory={() => setShown(merge)} />
          </li>
        ))}
      </ul>
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={t('merges.history-of', { name: shown?.mergedName ?? '' })}
        size="lg"
      >
        {shown === null ? null : kind.history(shown.mergedId)}
      </Drawer>
    </Panel>
  )
}

type RowProps = { entity: MergeKind['entity']; merge: StoredMergeRow; showHistory: () => void }

function MergeRow({ entity, merge, showHistory }: RowProps) {
  const { t } = useTranslation('merge')
  const { mergedName: name, mergedId: id, at, userName: by, moved, undoneAt, undoneBy, undoUntil } = merge
  return (
    <>
      <Stack gap={2} className={surfaces.grow} miw="min(100%, 260px)">
        <Text size="sm">{t(`of.${entity}.merged`, { name, id, at: showMoment(at), by })}</Text>
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
        <UndoMerge entity={entity} merge={merge} />
      </Group>
    </>
  )
}

/** Returns what moves as one text: "12 orders · 3 payments". */
const movesText = (t: TFunction<'merge'>, moves: readonly { name: string; count: number }[]): string =>
  moves.map(({ name, count }) => t(`moves.${name}`, { number: showCount(count) })).join(' · ')
