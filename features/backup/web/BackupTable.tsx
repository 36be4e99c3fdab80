import { Button, Text } from '@mantine/core'
import { Download, RotateCcw, Trash2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { inputAddress } from '#kernel/contract.ts'
import { showCount, showMoment } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { type BackupRow, compareBackup, fetchBackup, removeBackup } from '../domain/contract.ts'
import styles from './backup.module.css'

const BYTES_OF_MB = 1_000_000

const addressOf = (id: number): string => inputAddress(fetchBackup, { id })

/** The backups, newest first. */
export function BackupTable({ rows }: { rows: readonly BackupRow[] }) {
  const { t } = useTranslation('backup')
  if (rows.length === 0) return <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
  return (
    <Panel title={t('backups')} flush>
      <table className={`${shortTable.list} ${styles.cards}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.at')}</th>
            <th scope="col">{t('column.origin')}</th>
            <th scope="col" className={shortTable.end}>
              {t('column.size')}
            </th>
            <th scope="col">{t('column.state')}</th>
            <th scope="col">{t('column.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Row({ row }: { row: BackupRow }) {
  const { t } = useTranslation('backup')
  const { id, name, askedAt, askedBy, origin, bytes, state, storedIn } = row
  return (
    <tr>
      <td className={styles.name}>{name}</td>
      <td data-label={t('column.at')}>{showMoment(askedAt)}</td>
      <td data-label={t('column.origin')}>
        {t(`origin.${origin}`)}
        {origin === 'NIGHT' || origin === 'FOUND' ? '' : `, ${askedBy}`}
        {storedIn === 'BUCKET' ? ` · ${t('stored-in.BUCKET')}` : ''}
      </td>
      <td data-label={t('column.size')} className={`${shortTable.end} figures`}>
        {state === 'DONE' || state === 'PROVING'
          ? t('megabytes', { size: showCount(Math.max(1, Math.round(bytes / BYTES_OF_MB))) })
          : ''}
      </td>
      <td data-label={t('column.state')} className={styles.state}>
        <StateOf row={row} />
      </td>
      <td>
        <Actions id={id} name={name} state={state} origin={origin} />
      </td>
    </tr>
  )
}

function StateOf({ row }: { row: BackupRow }) {
  const { t } = useTranslation('backup')
  const { state, failure, provenAt, provenTables, proofFailure } = row
  if (failure !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t(`failure.${failure}`)}
      </Text>
    )
  if (proofFailure !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('unproven', { reason: t(`failure.${proofFailure}`) })}
      </Text>
    )
  if (provenAt !== null) return <>{t('proven', { tables: provenTables })}</>
  return <>{t(`state.${state}`)}</>
}

function Actions({ id, name, state, origin }: Pick<BackupRow, 'id' | 'name' | 'state' | 'origin'>) {
  const { t } = useTranslation('backup')
  const compare = useRun(compareBackup, { onError: (error) => say.failed(error) })
  const remove = useRun(removeBackup, { onError: (error) => say.failed(error) })
  const complete = state === 'DONE'
  const ask = async () => {
    const sure = await confirm({
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      danger: true,
    })
    if (sure) remove.mutate({ id })
  }
  return (
    <div className={styles.actions}>
      {complete ? (
        <>
          <Button
            component="a"
            href={addressOf(id)}
            download={name}
            size="sm"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            aria-label={t('action.fetch-one', { name })}
          >
            {t('action.fetch')}
          </Button>
          {origin === 'EXPORT' ? null : (
            <Button
              size="sm"
              variant="default"
              leftSection={<RotateCcw size={14} aria-hidden />}
              aria-label={t('action.compare-one', { name })}
              loading={compare.isPending}
              onClick={() => compare.mutate({ id })}
            >
              {t('action.compare')}
            </Button>
          )}
        </>
      ) : null}
      {complete || state === 'FAILED' || state === 'RECEIVING' ? (
        <Button
          size="sm"
          variant="default"
          leftSection={<Trash2 size={14} aria-hidden />}
          aria-label={t('action.remove-one', { name })}
          onClick={() => void ask()}
        >
          {t('action.remove')}
        </Button>
      ) : null}
    </div>
  )
}
