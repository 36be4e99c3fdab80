import { Alert, Group, Stack, Text } from '@mantine/core'
import { Merge, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { addressOf } from '#kernel/entity.ts'
import { showCount } from '#web/format.ts'
import { useGo, usePendingUntilLeft } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { mergeRecords, previewMerge, UNDO_DAYS } from '../domain/contract.ts'
import type { MergeKind } from './kinds.tsx'
import { MergeFields } from './MergeFields.tsx'
import styles from './merge.module.css'

type Preview = OutputOf<typeof previewMerge>

type PreviewProps = { kind: MergeKind; keepId: number; fromId: number }

/** Shows what the merge of two records would do, and the button that merges them. */
export function MergePreview({ kind, keepId, fromId }: PreviewProps) {
  const { entity } = kind
  const { t } = useTranslation('merge')
  const [take, setTake] = useState<readonly string[] | undefined>(undefined)
  const answer = useAsk(previewMerge, { entity, keepId, fromId, take: take && [...take] }, { keepPrevious: true })
  const preview = answer.data
  if (!preview)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={10} />
    )
  return (
    <>
      <Warnings preview={preview} />
      <div>
        <Panel title={t('moves-title', { name: preview.kept.name })}>
          <Moves entity={entity} moves={preview.moves} />
        </Panel>
        <Panel title={t('figures-title')}>
          <Figures preview={preview} />
        </Panel>
        {preview.fields.length === 0 ? null : (
          <Panel title={t(`of.${entity}.fields-title`)}>
            <MergeFields fields={preview.fields} take={take ?? preview.take} setTake={setTake} />
          </Panel>
        )}
      </div>
      <MergeAction kind={kind} preview={preview} take={take ?? preview.take} stale={answer.isPlaceholderData} />
    </>
  )
}

/** What forbids the merge, and what a person should know before it. */
function Warnings({ preview: { closed, doubts } }: { preview: Preview }) {
  return (
    <>
      {closed === null ? null : (
        <Alert color="red" variant="light" role="alert" icon={<TriangleAlert size={16} aria-hidden />}>
          <Text size="sm" c="var(--mantine-color-text)">
            {refusalText(closed)}
          </Text>
        </Alert>
      )}
      {doubts.map((doubt) => (
        <Alert
          key={doubt.code}
          color="yellow"
          variant="light"
          role="status"
          icon={<TriangleAlert size={16} aria-hidden />}
        >
          <Text size="sm" c="var(--mantine-color-text)">
            {refusalText(doubt)}
          </Text>
        </Alert>
      ))}
    </>
  )
}

function Moves({ entity, moves }: { entity: MergeKind['entity']; moves: Preview['moves'] }) {
  const { t } = useTranslation('merge')
  return (
    <Stack gap="xs">
      {moves.length === 0 ? (
        <Text size="sm">{t('moves-none')}</Text>
      ) : (
        <ul className={styles.moves}>
          {moves.map(({ name, count }) => (
            <li key={name} className="figures">
              {t(`moves.${name}`, { number: showCount(count) })}
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed">
        {t(`of.${entity}.keep-names`)}
      </Text>
    </Stack>
  )
}

/** The figures of both records, and of the one that stays, which are their sums. */
function Figures({ preview: { figures } }: { preview: Preview }) {
  const { t } = useTranslation('merge')
  const show = (unit: Preview['figures'][number]['unit'], value: number) =>
    unit === 'money' ? <MoneyText value={value} flagNegative /> : <QuantityText value={value} />
  return (
    <table className={styles.sums}>
      <thead>
        <tr>
          <th scope="col">{t('column.figure')}</th>
          <th scope="col">{t('column.kept')}</th>
          <th scope="col">{t('column.merged')}</th>
          <th scope="col">{t('column.after')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, unit, kept, merged, after }) => (
          <tr key={name}>
            <th scope="row">{t(`figure.${name}`)}</th>
            <td>{show(unit, kept)}</td>
            <td>{show(unit, merged)}</td>
            <td>{show(unit, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ActionProps = { kind: MergeKind; preview: Preview; take: readonly string[]; stale: boolean }

function MergeAction({ kind: { entity, pages }, preview, take, stale }: ActionProps) {
  const { t } = useTranslation('merge')
  const go = useGo()
  const { kept, merged, closed } = preview
  const run = useRun(mergeRecords, {
    onSuccess: ({ keptId }) => {
      // the notice of that page offers to undo it
      go(`${addressOf(pages.entity, keptId)}?merged=${merged.id}`)
      say.done(t('done', { name: merged.name, into: kept.name }))
    },
  })
  const pending = usePendingUntilLeft(run)
  return (
    <div className={surfaces.formActions}>
      <RefusalText error={run.error} />
      <Group gap="sm" mt="xs">
        <ActionButton
          leftSection={<Merge size={16} aria-hidden />}
          pending={pending || stale}
          closed={closed}
          onClick={() =>
            run.mutate({
              entity,
              keepId: kept.id,
              keepVersion: kept.version,
              fromId: merged.id,
              fromVersion: merged.version,
              take: [...take],
            })
          }
        >
          {t(`of.${entity}.merge`)}
        </ActionButton>
        <Text size="sm" c="dimmed" className={surfaces.grow}>
          {t('undo-hint', { days: UNDO_DAYS })}
        </Text>
      </Group>
    </div>
  )
}
