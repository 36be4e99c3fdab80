import { Button, Progress, Stack, Text } from '@mantine/core'
import { Play, Undo2 } from '#web/ui/icon/icons.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BACKUP_PAGE } from '#features/backup/domain/contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { showCount } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { goOnMoveIn, moveIn } from '../../domain/move-in/contract.ts'
import { NoSuchImport } from '../NoSuchImport.tsx'
import { NumberQuestion } from '../NumberQuestion.tsx'
import { agrees } from './agrees.ts'
import { KindsTable } from './KindsTable.tsx'
import { RefusedRecords } from './RefusedRecords.tsx'

type Answer = OutputOf<typeof moveIn>

/** The page also looks by itself, because another process may do the work. */
const LOOK_MILLISECONDS = 2_000

const isRunning = ({ moveIn: { state } }: Answer): boolean => ['READING', 'CHECKING', 'IMPORTING'].includes(state)

/** Shows what comes from an earlier system, how far it is, and at the end both sides beside each other. */
export default function MoveInPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchImport given={given} /> : <OneMoveIn key={id} id={id} />
}

function OneMoveIn({ id }: { id: number }) {
  const { t } = useTranslation('import')
  const answer = useAsk(moveIn, { id })
  const { data } = answer
  useLooking(data !== undefined && isRunning(data), answer.refetch)
  const back = { to: '/import', label: t('title.imports') }
  return (
    <>
      <PageHeader title={data?.moveIn.name ?? t('move-in.title')} subtitle={t('move-in.title')} back={back} />
      {data ? (
        <Stack gap="md">
          <Panel title={t(`move-in.state.${data.moveIn.state}`)}>
            <Stack gap="sm">
              <State data={data} />
              <KindsTable data={data} />
              <GoOn data={data} />
            </Stack>
          </Panel>
          {data.moveIn.before ? <Before before={data.moveIn.before} running={isRunning(data)} /> : null}
          {data.kinds.some(({ refused }) => refused > 0) ? <RefusedRecords id={id} /> : null}
        </Stack>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  )
}

function useLooking(running: boolean, look: () => unknown): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => void latest.current(), LOOK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [running])
}

/** The backup that was made before the import. Restoring it takes the whole move-in back. */
function Before({ before, running }: { before: NonNullable<Answer['moveIn']['before']>; running: boolean }) {
  const { t } = useTranslation('import')
  if (before.state !== 'DONE') return running ? <Text size="sm">{t('move-in.before-making')}</Text> : null
  return (
    <Panel>
      <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('move-in.before', { name: before.name })}
      </Text>
      <Button component={PageLink} to={BACKUP_PAGE} variant="default" leftSection={<Undo2 size={16} aria-hidden />}>
        {t('move-in.before-open')}
      </Button>
    </Panel>
  )
}

const sum = (kinds: Answer['kinds'], of: (kind: Answer['kinds'][number]) => number): number =>
  kinds.reduce((all, kind) => all + of(kind), 0)

/** Says in words what is going on. While records are read, checked or imported, a bar shows how far it is. */
function State({ data }: { data: Answer }) {
  const { t } = useTranslation('import')
  const { moveIn: one, kinds } = data
  const records = sum(kinds, ({ there }) => there.records)
  const done = sum(kinds, (kind) => kind.done)
  if (one.failure)
    return (
      <Text size="sm" role="alert">
        {refusalText(one.failure)}
      </Text>
    )
  if (!isRunning(data))
    return (
      <Text size="sm" role="status">
        {t(one.state === 'DONE' ? doneText(kinds) : 'move-in.checked')}
      </Text>
    )
  const reading = one.state === 'READING'
  return (
    <>
      <Text size="sm" role="status">
        {t(reading ? 'move-in.reading' : 'move-in.progress', {
          number: showCount(reading ? records : done),
          of: showCount(records),
        })}
      </Text>
      <Progress
        value={reading ? 100 : (done / Math.max(records, 1)) * 100}
        animated={reading}
        aria-label={t(`move-in.state.${one.state}`)}
      />
    </>
  )
}

/** Returns the text of the end: both sides agree, or they do not. */
const doneText = (kinds: Answer['kinds']): string => (kinds.every(agrees) ? 'move-in.agrees' : 'move-in.differs')

function GoOn({ data: { moveIn: one, kinds } }: { data: Answer }) {
  const { t } = useTranslation('import')
  const run = useRun(goOnMoveIn)
  if (one.state !== 'CHECKED' && one.state !== 'STOPPED') return null
  const count = sum(kinds, (kind) => kind.new + kind.changed)
  return (
    <>
      <NumberQuestion error={run.error} pending={run.isPending} answer={(jump) => run.mutate({ id: one.id, jump })} />
      <div>
        <ActionButton
          leftSection={<Play size={16} aria-hidden />}
          pending={run.isPending}
          closed={one.state === 'CHECKED' && count === 0 ? refusal('refused', 'import.nothing') : null}
          onClick={() => run.mutate({ id: one.id })}
        >
          {one.state === 'STOPPED' ? t('move-in.go-on') : t('preview.import', { number: showCount(count) })}
        </ActionButton>
      </div>
    </>
  )
}
