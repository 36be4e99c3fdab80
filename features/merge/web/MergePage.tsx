import { Button, Stack, Text } from '@mantine/core'
import { ArrowLeftRight } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addressOf } from '#kernel/entity.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Loading, RefusalText } from '#web/ui/states.tsx'
import { MERGED_CUSTOMERS, MERGED_PROVIDERS, type MergeKind } from './kinds.tsx'
import { MergePreview } from './MergePreview.tsx'
import styles from './merge.module.css'

const zIdText = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().catch(null)
const searchState = z.object({ keep: zIdText, from: zIdText })

type Side = 'keep' | 'from'

export const MergeCustomersPage = () => <MergePage kind={MERGED_CUSTOMERS} />
export const MergeProvidersPage = () => <MergePage kind={MERGED_PROVIDERS} />

/** Merges one record of a kind into another. Both are part of the address, and nothing is written before the press. */
function MergePage({ kind }: { kind: MergeKind }) {
  const { entity, pages } = kind
  const { t } = useTranslation('merge')
  const [{ keep, from }, setSearch] = useSearchState(searchState)
  const [picking, setPicking] = useState<Side | null>(null)
  const isSame = keep !== null && keep === from
  return (
    <>
      <PageHeader
        title={t(`title.merge-${entity}`)}
        subtitle={t(`of.${entity}.what`)}
        back={
          keep === null
            ? { to: pages.list, label: t(`of.${entity}.list`) }
            : { to: addressOf(pages.entity, keep), label: t(`of.${entity}.back`) }
        }
      />
      <Stack gap="md">
        <Panel>
          <div className={styles.pair}>
            <OneSide kind={kind} side="keep" id={keep} pick={() => setPicking('keep')} />
            <Button
              variant="default"
              leftSection={<ArrowLeftRight size={16} aria-hidden />}
              disabled={keep === null || from === null}
              onClick={() => setSearch({ keep: String(from), from: String(keep) })}
            >
              {t('action.swap')}
            </Button>
            <OneSide kind={kind} side="from" id={from} pick={() => setPicking('from')} />
          </div>
          {isSame ? (
            <Text size="sm" mt="sm" role="alert">
              {t('refusal.same-record')}
            </Text>
          ) : null}
        </Panel>
        {keep === null || from === null || isSame ? null : (
          <MergePreview key={`${keep}-${from}`} kind={kind} keepId={keep} fromId={from} />
        )}
      </Stack>
      {kind.picker({
        opened: picking !== null,
        onClose: () => setPicking(null),
        pick: ({ id }) => {
          if (picking !== null) setSearch({ [picking]: String(id) })
          setPicking(null)
        },
      })}
    </>
  )
}

/** One of the two records: the one that stays, or the one that is merged into it. */
type SideProps = { kind: MergeKind; side: Side; id: number | null; pick: () => void }

function OneSide({ kind, side, id, pick }: SideProps) {
  const { t } = useTranslation('merge')
  return (
    <section className={styles.side} aria-label={t(`side.${side}`)}>
      <Text size="xs" c="dimmed">
        {t(`side.${side}`)}
      </Text>
      {id === null ? null : <Chosen kind={kind} id={id} />}
      <div>
        <Button variant="default" size="compact-sm" onClick={pick}>
          {id === null ? t(`of.${kind.entity}.choose`) : t('action.choose-other')}
        </Button>
      </div>
    </section>
  )
}

function Chosen({ kind: { pages }, id }: { kind: MergeKind; id: number }) {
  const { t } = useTranslation(['merge', 'parties'])
  const answer = useAsk(pages.contracts.detail, { id })
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
