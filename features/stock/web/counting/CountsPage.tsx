import { Anchor, Badge, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoment } from '#web/format.ts'
import { PageLink, useGo, usePendingUntilLeft } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { countedGoods, type KeptProduct, listCounts, openCount } from '../../domain/counting/contract.ts'
import { COUNT_KINDS, type CountKind, type CountPlace, placeOfCount } from '../../domain/counting/count.ts'
import styles from './count.module.css'
import { PageTurner } from '#web/ui/PageTurner.tsx'

/** Lists the counts, newest first, and opens a new one. */
export default function CountsPage() {
  const { t } = useTranslation('stock')
  const [page, setPage] = useState(1)
  const [opened, dialog] = useDisclosure(false)
  const answer = useAsk(listCounts, { page }, { keepPrevious: true })
  const counts = answer.data
  return (
    <>
      <PageHeader
        title={t('title.counts')}
        primary={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={dialog.open}>
            {t('count.new')}
          </Button>
        }
      />
      {counts ? (
        <Counts rows={counts.rows} />
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={6} height={56} />
      )}
      <PageTurner page={page} more={counts?.more} turn={setPage} byAge />
      <Dialog opened={opened} onClose={dialog.close} title={t('count.new')}>
        <OpenCount />
      </Dialog>
    </>
  )
}

function Counts({ rows }: { rows: OutputOf<typeof listCounts>['rows'] }) {
  const { t } = useTranslation('stock')
  if (rows.length === 0) return <EmptyState title={t('count.no-counts')} hint={t('count.no-counts-hint')} />
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, kind, status, openedBy, openedAt, products, reason, ...where }) => (
        <li key={id} className={styles.plain}>
          <span>
            <Anchor component={PageLink} to={`/count/${id}`} fw={600}>
              {t('count.title', { id })} · {t(`count.of.${kind}`, { place: placeOfCount(where) })}
            </Anchor>
            <span className={styles.small}>
              {[
                t('count.opened', { person: openedBy, at: showMoment(openedAt) }),
                t('count.products', { count: products }),
                reason ?? '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <Badge variant="default" tt="none" fw={500}>
            {t(`count.status.${status}`)}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

/** Returns the shelves or the categories of products by the name that people see. */
function placesOf(products: readonly KeptProduct[], kind: CountKind): Map<string, Partial<CountPlace>> {
  const named = products.filter(({ shelf, category }) => (kind === 'SHELF' ? shelf : category) !== '')
  return new Map(
    named.map(({ category, storePart, storeFloor, shelf }) => {
      const place = kind === 'SHELF' ? { place: shelf, storePart, storeFloor } : { place: category }
      return [kind === 'SHELF' ? placeOfCount({ place: shelf, storePart, storeFloor }) : category, place]
    }),
  )
}

/** Asks what is counted, and opens the count. */
function OpenCount() {
  const { t } = useTranslation('stock')
  const go = useGo()
  const goods = useAsk(countedGoods, {})
  const [kind, setKind] = useState<CountKind>('SHELF')
  const [place, setPlace] = useState('')
  const run = useRun(openCount, { filling: true, onError: (error) => say.failed(error) })
  const pending = usePendingUntilLeft(run)
  const places = placesOf(goods.data?.rows ?? [], kind)
  const closed = kind === 'SCAN' || place !== '' ? null : t(`count.choose.${kind}`)
  const press = async () => {
    const { id } = await run.mutateAsync({ kind, ...places.get(place) })
    go(`/count/${id}`)
  }
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('count.what')}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setPlace('')
        }}
        data={COUNT_KINDS.map((one) => ({ value: one, label: t(`count.kind.${one}`) }))}
      />
      {kind === 'SCAN' ? (
        <Text size="sm">{t('count.scan-hint')}</Text>
      ) : (
        <Select
          key={kind}
          label={t(`count.kind.${kind}`)}
          data={[...places.keys()].toSorted((a, b) => a.localeCompare(b, 'el', { numeric: true }))}
          searchable
          limit={50}
          selectFirstOptionOnChange
          value={place === '' ? null : place}
          onChange={(next) => setPlace(next ?? '')}
        />
      )}
      {kind === 'SCAN' ? null : (
        <RefusalText error={goods.data ? null : goods.error} retry={() => void goods.refetch()} />
      )}
      <Group justify="flex-end">
        <ActionButton closed={closed} pending={pending} onClick={() => void press().catch(() => undefined)}>
          {t('count.start')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
