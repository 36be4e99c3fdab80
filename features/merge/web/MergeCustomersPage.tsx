import { Button, Stack, Text } from '@mantine/core'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { customerDetail } from '#features/customers/domain/contract.ts'
import { CustomerPicker } from '#features/customers/web/CustomerPicker.tsx'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Loading, RefusalText } from '#web/ui/states.tsx'
import { MergePreview } from './MergePreview.tsx'
import styles from './merge.module.css'

const zIdText = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().catch(null)
const searchState = z.object({ keep: zIdText, from: zIdText })

type Side = 'keep' | 'from'

/** Merges one customer into another. Both are part of the address, and nothing is written before the press. */
export default function MergeCustomersPage() {
  const { t } = useTranslation('merge')
  const [{ keep, from }, setSearch] = useSearchState(searchState)
  const [picking, setPicking] = useState<Side | null>(null)
  const isSame = keep !== null && keep === from
  return (
    <>
      <PageHeader
        title={t('title.merge-customers')}
        subtitle={t('what')}
        back={
          keep === null
            ? { to: '/customers', label: t('back.list') }
            : { to: `/customer-detail/${keep}`, label: t('back.customer') }
        }
      />
      <Stack gap="md">
        <Panel>
          <div className={styles.pair}>
            <OneSide side="keep" id={keep} pick={() => setPicking('keep')} />
            <Button
              variant="default"
              leftSection={<ArrowLeftRight size={16} aria-hidden />}
              disabled={keep === null || from === null}
              onClick={() => setSearch({ keep: String(from), from: String(keep) })}
            >
              {t('action.swap')}
            </Button>
            <OneSide side="from" id={from} pick={() => setPicking('from')} />
          </div>
          {isSame ? (
            <Text size="sm" mt="sm" role="alert">
              {t('refusal.same-record')}
            </Text>
          ) : null}
        </Panel>
        {keep === null || from === null || isSame ? null : (
          <MergePreview key={`${keep}-${from}`} keepId={keep} fromId={from} />
        )}
      </Stack>
      <CustomerPicker
        opened={picking !== null}
        onClose={() => setPicking(null)}
        pick={({ id }) => {
          if (picking !== null) setSearch({ [picking]: String(id) })
          setPicking(null)
        }}
      />
    </>
  )
}

/** One of the two customers: the one that stays, or the one that is merged into it. */
function OneSide({ side, id, pick }: { side: Side; id: number | null; pick: () => void }) {
  const { t } = useTranslation('merge')
  return (
    <section className={styles.side} aria-label={t(`side.${side}`)}>
      <Text size="xs" c="dimmed">
        {t(`side.${side}`)}
      </Text>
      {id === null ? null : <ChosenCustomer id={id} />}
      <div>
        <Button variant="default" size="compact-sm" onClick={pick}>
          {t(id === null ? 'action.choose' : 'action.choose-other')}
        </Button>
      </div>
    </section>
  )
}

function ChosenCustomer({ id }: { id: number }) {
  const { t } = useTranslation(['merge', 'customers'])
  const answer = useAsk(customerDetail, { id }, { topics: [`customers:${id}`] })
  if (answer.error) return <RefusalText error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <Loading rows={3} height={16} />
  const { name, label, vat, phone, address, city } = answer.data.party
  return (
    <>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {[label, t('merge:number', { id })].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">
        {[vat === '' ? t('merge:no-vat') : t('parties:detail.vat', { vat }), phone, address, city]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  )
}
