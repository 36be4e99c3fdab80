import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { listProposals, MOST_PROPOSALS } from '../domain/contract.ts'
import { AskButton } from './AskDialog.tsx'
import { ProposalGroupCard } from './ProposalGroupCard.tsx'

/** Shows what has to be bought, by provider, with the sum behind each line. */
export default function ProposalsTab() {
  const { t } = useTranslation('purchases')
  const answer = useAsk(listProposals, {})
  if (!answer.data)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={8} height={44} />
    )
  const { groups, more } = answer.data
  if (groups.length === 0)
    return <EmptyState title={t('proposals.empty')} hint={t('proposals.empty-hint')} action={<AskButton />} />
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('proposals.hint')}
      </Text>
      {groups.map((group) => (
        <ProposalGroupCard key={group.provider?.id ?? 0} group={group} />
      ))}
      {more ? (
        <Text size="sm" mt="sm">
          {t('proposals.more', { shown: MOST_PROPOSALS })}
        </Text>
      ) : null}
    </>
  )
}
