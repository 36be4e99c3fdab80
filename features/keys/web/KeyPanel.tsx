import { Divider, Stack, Title } from '@mantine/core'
import { Ban } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { NOTHING, showCount, showDay } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { getKey, keyHistory, type KeyRow, revokeKey } from '../domain/contract.ts'
import { KEY_WORDS } from '../domain/history-words.ts'
import { KEY_PREFIX } from '../domain/keys.ts'
import { KeyState } from './KeyState.tsx'

/** One key beside the list: what it may do, when it was used, its end, and its history. */
export function KeyPanel({ id }: { id: number }) {
  const { t } = useTranslation('keys')
  const answer = useAsk(getKey, { id })
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />
  return (
    <Stack gap="lg">
      <KeyFacts one={answer.data} />
      {answer.data.state === 'REVOKED' ? null : <Revoke one={answer.data} />}
      <Divider />
      <section aria-labelledby="key-history">
        <Title order={3} id="key-history" mb="sm">
          {t('history.title', { ns: 'frame' })}
        </Title>
        <KeyChanges id={id} />
      </section>
    </Stack>
  )
}

function KeyFacts({ one }: { one: KeyRow }) {
  const { t } = useTranslation('keys')
  const moment = (value: string | null) => (value === null ? t('never') : <MomentText value={value} />)
  return (
    <div>
      <Title order={2} mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {one.name}
      </Title>
      <Facts
        items={[
          { label: t('column.state'), value: <KeyState state={one.state} /> },
          { label: t('column.role'), value: one.role === null ? NOTHING : t(`role.${one.role}`, { ns: 'users' }) },
          { label: t('column.ending'), value: one.ending === '' ? NOTHING : `${KEY_PREFIX}…${one.ending}` },
          { label: t('column.perMinute'), value: showCount(one.perMinute) },
          { label: t('column.lastUsedAt'), value: moment(one.lastUsedAt) },
          { label: t('column.endsOn'), value: one.endsOn === null ? t('no-end') : showDay(one.endsOn) },
          { label: t('column.createdAt'), value: <MomentText value={one.createdAt} /> },
          { label: t('column.createdByName'), value: one.createdByName || NOTHING },
          ...(one.revokedAt === null ? [] : [{ label: t('column.revokedAt'), value: moment(one.revokedAt) }]),
        ]}
      />
    </div>
  )
}

function Revoke({ one }: { one: KeyRow }) {
  const { t } = useTranslation('keys')
  const { id, name } = one
  const revoke = useRun(revokeKey, {
    onSuccess: () => say.done(t('revoke.done', { name })),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('revoke.title', { name }),
      body: t('revoke.body'),
      confirmLabel: t('revoke.confirm'),
      danger: true,
    })
    if (sure) revoke.mutate({ id })
  }
  return (
    <div>
      <ActionButton
        variant="default"
        leftSection={<Ban size={16} aria-hidden />}
        pending={revoke.isPending}
        onClick={() => void ask()}
      >
        {t('revoke.open')}
      </ActionButton>
      <RefusalText error={revoke.error} />
    </div>
  )
}

const KeyChanges = ({ id }: { id: number }) => (
  <RecordHistory contract={keyHistory} id={id} showValue={useHistoryValue(KEY_WORDS)} />
)
