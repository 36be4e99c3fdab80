import { Alert, Button, FileButton, Progress, Text } from '@mantine/core'
import { DatabaseBackup, FileSpreadsheet, Upload } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showCount, showMoment } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { listBackups, startBackup, startExport } from '../domain/contract.ts'
import { BackupTable } from './BackupTable.tsx'
import styles from './backup.module.css'
import { isUnderWay, LastRestore } from './LastRestore.tsx'
import { StorePanel } from './store/StorePanel.tsx'
import { useLooking } from './use-looking.ts'
import { useSendBackup } from './use-send-backup.ts'

type Answer = OutputOf<typeof listBackups>

const inWork = ({ state }: Answer['backups'][number]): boolean => ['WAITING', 'RUNNING', 'PROVING'].includes(state)

/** Shows when a backup was last proven, and makes, fetches, receives and restores backups. */
export default function BackupPage() {
  const { t } = useTranslation('backup')
  const answer = useAsk(listBackups, {})
  const data = answer.data
  const running = data?.backups.find(inWork)
  useLooking(running !== undefined || isUnderWay(data?.restore ?? null), answer.refetch)
  const start = useRun(startBackup, {
    onSuccess: () => say.done(t('started')),
    onError: (error) => say.failed(error),
  })
  const sending = useSendBackup()
  return (
    <>
      <PageHeader
        title={t('title.backup')}
        subtitle={t('hint')}
        primary={
          <Button
            leftSection={<DatabaseBackup size={16} aria-hidden />}
            loading={start.isPending}
            disabled={running !== undefined}
            onClick={() => start.mutate({})}
          >
            {t('action.start')}
          </Button>
        }
        secondary={
          <FileButton accept=".zip,.enc" onChange={(file) => file && void sending.send(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<Upload size={16} aria-hidden />}
                disabled={sending.part !== null}
              >
                {t('action.send')}
              </Button>
            )}
          </FileButton>
        }
      />
      {data ? (
        <div className={styles.page}>
          <div role="status">
            {sending.part === null ? null : (
              <>
                <Text size="sm">{t('sending', { percent: Math.floor(sending.part * 100) })}</Text>
                <Progress value={sending.part * 100} aria-label={t('action.send')} />
              </>
            )}
            {running ? <Running one={running} /> : null}
          </div>
          <Proof data={data} />
          {data.restore ? <LastRestore restore={data.restore} company={data.company} /> : null}
          <BackupTable rows={data.backups} />
          <StorePanel place={data.place} />
          <Out disabled={running !== undefined} />
        </div>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  )
}

/** Writes everything as CSV and SQL, for other programs. */
function Out({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('backup')
  const run = useRun(startExport, {
    onSuccess: () => say.done(t('out.started')),
    onError: (error) => say.failed(error),
  })
  return (
    <Panel title={t('out.title')}>
      <Text size="sm" mb="md">
        {t('out.hint')}
      </Text>
      <Button
        variant="default"
        leftSection={<FileSpreadsheet size={16} aria-hidden />}
        loading={run.isPending}
        disabled={disabled}
        onClick={() => run.mutate({})}
      >
        {t('out.start')}
      </Button>
    </Panel>
  )
}

/** The backup that is being made, and how far it is. */
function Running({ one }: { one: Answer['backups'][number] }) {
  const { t } = useTranslation('backup')
  const { state, rowsDone: done, rowsTotal: estimate } = one
  const percent = estimate === 0 ? 0 : Math.min(100, (done / estimate) * 100)
  return (
    <>
      <Text size="sm">{t(`running.${state}`, { rows: showCount(done) })}</Text>
      <Progress value={state === 'RUNNING' ? percent : 100} animated aria-label={t('action.start')} />
    </>
  )
}

/** When a backup was last restored beside the data and found equal, and how backups are made. */
function Proof({ data }: { data: Answer }) {
  const { t } = useTranslation('backup')
  const { proven, place, nextAt, backups } = data
  const unproven = backups.find(({ proofFailure }) => proofFailure !== null)
  return (
    <Panel title={t('proof.title')}>
      {proven === null ? (
        <Alert color="orange" mb="md">
          {t('proof.never')}
        </Alert>
      ) : null}
      {unproven && (proven === null || unproven.id > proven.id) ? (
        <Alert color="red" mb="md">
          {t('proof.failed', { name: unproven.name, reason: t(`failure.${unproven.proofFailure}`) })}
        </Alert>
      ) : null}
      {place.kind === null ? (
        <Alert color="orange" mb="md">
          {t('refusal.no-place')}
        </Alert>
      ) : null}
      <Facts
        items={[
          ...(proven?.provenAt
            ? [
                { label: t('proof.last'), value: <MomentText value={proven.provenAt} /> },
                { label: t('proof.tables'), value: showCount(proven.provenTables), figures: true },
                { label: t('column.name'), value: proven.name },
              ]
            : []),
          {
            label: t('proof.next'),
            value: place.nightly ? showMoment(nextAt) : t('proof.not-nightly'),
          },
          { label: t('proof.keep'), value: showCount(place.keep), figures: true },
          { label: t('proof.encrypted'), value: t(place.encrypted ? 'proof.yes' : 'proof.no') },
        ]}
      />
    </Panel>
  )
}
