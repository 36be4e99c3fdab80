import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { NOTHING, showCount } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import table from '#web/ui/table/short-table.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import { type ImportFile, listLines, UNDO_DAYS, undoImport } from '../domain/contract.ts'
import { PAGE_OF } from './texts.ts'
import styles from './import.module.css'

/** Shows the outcome of a file: how much was imported, what was refused, and its undo. */
export function DoneImport({ file }: { file: ImportFile }) {
  const { t } = useTranslation('import')
  const { state, counts, takenBack, left } = file
  return (
    <Stack gap="md">
      <Panel
        title={t('result.title')}
        actions={
          <Anchor component={PageLink} to={PAGE_OF[file.target]} size="sm">
            {t('result.open')}
          </Anchor>
        }
      >
        <Facts
          items={[
            { label: t('result.added'), value: showCount(counts.added), figures: true },
            { label: t('result.changed'), value: showCount(counts.changed), figures: true },
            { label: t('result.same'), value: showCount(counts.same), figures: true },
            { label: t('result.refused'), value: showCount(counts.refused), figures: true },
            { label: t('result.at'), value: <MomentText value={file.done} /> },
            { label: t('result.by'), value: file.userName },
          ]}
        />
        {state === 'UNDONE' ? (
          <Text size="sm" mt="sm" role="status">
            {t('result.undone', { takenBack: showCount(takenBack), left: showCount(left), by: file.undoneBy ?? '' })}
          </Text>
        ) : (
          <UndoImport file={file} />
        )}
      </Panel>
      {left > 0 ? <Lines file={file} kind="left" /> : null}
      {counts.refused > 0 ? <Lines file={file} kind="refused" /> : null}
    </Stack>
  )
}

/** Takes the import back after a question. */
function UndoImport({ file: { id, name } }: { file: ImportFile }) {
  const { t } = useTranslation('import')
  const undo = useRun(undoImport, {
    onSuccess: ({ takenBack, left }) => {
      say.done(t('undo.done', { number: showCount(takenBack) }))
      if (left > 0) say.doubt(t('undo.left', { number: showCount(left) }))
    },
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('undo.title', { name: name || t('no-name') }),
      body: t('undo.body'),
      confirmLabel: t('undo.press'),
      danger: true,
    })
    if (sure) undo.mutate({ id })
  }
  return (
    <Stack gap="xs" mt="sm">
      <Group gap="sm">
        <ActionButton
          variant="default"
          leftSection={<Undo2 size={16} aria-hidden />}
          pending={undo.isPending}
          onClick={() => void ask()}
        >
          {t('undo.press')}
        </ActionButton>
        <Text size="sm" c="dimmed">
          {t('undo.hint', { days: UNDO_DAYS })}
        </Text>
      </Group>
      <RefusalText error={undo.error} />
    </Stack>
  )
}

/** The rows that were refused, or that an undo left, each with its reason. */
function Lines({ file, kind }: { file: ImportFile; kind: 'refused' | 'left' }) {
  const { t } = useTranslation('import')
  const answer = useAsk(listLines, { id: file.id, kind })
  return (
    <Panel title={t(`result.lines-${kind}`)} flush>
      {answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data ? (
        <div className={table.scroll} tabIndex={0} role="group" aria-label={t(`result.lines-${kind}`)}>
          <table className={`${table.list} ${table.named} ${styles.rows}`}>
            <thead>
              <tr>
                <th scope="col">{t('column.line')}</th>
                <th scope="col">{t('column.name')}</th>
                <th scope="col">{t('column.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {answer.data.rows.map(({ line, name, refusal }) => (
                <tr key={line}>
                  <th scope="row">{showCount(line)}</th>
                  <td>{name || NOTHING}</td>
                  <td>
                    {kind === 'refused' ? (
                      <>
                        <strong className={styles.reason}>
                          {t(`failed.${file.target}`, { name: name || NOTHING })}
                        </strong>
                        <br />
                      </>
                    ) : null}
                    {refusal ? refusalText(refusal) : NOTHING}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Loading rows={4} />
      )}
      {answer.data?.more ? (
        <Text size="sm" c="dimmed" p="md">
          {t('result.first', { number: showCount(answer.data.rows.length) })}
        </Text>
      ) : null}
    </Panel>
  )
}
