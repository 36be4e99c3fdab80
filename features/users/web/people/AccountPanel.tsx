import { Divider, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { ACCOUNT_WORDS } from '../../domain/history-words.ts'
import { accountHistory, type AccountRow, getAccount } from '../../domain/people-contract.ts'
import { AccountActions } from './AccountActions.tsx'
import { accountParts } from './account-parts.ts'
import { AccountForm } from './AccountForm.tsx'
import { ApproveAccount } from './ApproveAccount.tsx'
import { StateBadge } from './StateBadge.tsx'

/** One account beside the list: what it is, what an administrator may do with it, and its history. */
export function AccountPanel({ id }: { id: number }) {
  const answer = useAsk(getAccount, { id })
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />
  return <OpenAccount account={answer.data} reload={answer.refetch} />
}

function OpenAccount({ account, reload }: { account: AccountRow; reload: () => Promise<unknown> }) {
  const { t } = useTranslation('users')
  const isOwn = usePerson()?.id === account.id
  const parts = usePageParts(accountParts)
  return (
    <Stack gap="lg">
      <AccountFacts account={account} />
      {account.state === 'WAITING' && !isOwn ? <ApproveAccount account={account} /> : null}
      <AccountActions account={account} isOwn={isOwn} />
      <Divider />
      <AccountForm key={account.version} account={account} isOwn={isOwn} reload={reload} />
      {parts.map(({ key, Part }) => (
        <Part key={key} account={account} />
      ))}
      <Divider />
      <section aria-labelledby="account-history">
        <Title order={3} id="account-history" mb="sm">
          {t('history.title', { ns: 'frame' })}
        </Title>
        <AccountChanges id={account.id} />
      </section>
    </Stack>
  )
}

function AccountFacts({ account }: { account: AccountRow }) {
  const { t } = useTranslation('users')
  const shownSection = useShownName()
  const moment = (value: string | null) => (value === null ? t('word.never') : <MomentText value={value} />)
  return (
    <div>
      <Title order={2}>{account.username || account.email}</Title>
      <Text c="dimmed" size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {account.email}
      </Text>
      <Facts
        items={[
          { label: t('column.state'), value: <StateBadge state={account.state} /> },
          { label: t('column.lastSeenAt'), value: moment(account.lastSeenAt) },
          { label: t('column.lastLoginAt'), value: moment(account.lastLoginAt) },
          { label: t('column.secondFactor'), value: account.secondFactor ? t('factor.on') : t('factor.off') },
          { label: t('column.createdAt'), value: <MomentText value={account.createdAt} /> },
          ...(account.section === null ? [] : [{ label: t('column.section'), value: shownSection(account.section) }]),
        ]}
      />
    </div>
  )
}

const AccountChanges = ({ id }: { id: number }) => (
  <RecordHistory contract={accountHistory} id={id} showValue={useHistoryValue(ACCOUNT_WORDS)} />
)
