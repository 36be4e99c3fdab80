import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import { dayOf, zDay } from '#kernel/day.ts'
import { showDay } from '#web/format.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import figures from '#web/ui/figures.module.css'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Figure } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { valueList, valueOn } from '../domain/value.ts'

const address = z.object({ day: zDay.optional().catch(undefined) })

/** Shows what the stock was worth at the end of a day, at average cost: each product, and their sum. */
export default function StockValuePage() {
  const { t } = useTranslation('stock')
  const today = dayOf(new Date().toISOString())
  const [{ day = today }, setAddress] = useSearchState(address)
  const answer = useAsk(valueOn, { day })
  const fixed = useMemo(() => ({ day }), [day])
  const found = answer.data
  const isKnown = found !== undefined && found.value !== null
  return (
    <>
      <PageHeader title={t('value.title')} subtitle={t('value.hint')} />
      <DayInput
        mb="md"
        maw={220}
        label={t('value.day')}
        maxDate={today}
        value={day}
        onChange={(next) => setAddress({ day: next === today ? undefined : (next ?? undefined) })}
      />
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      {found ? <Value day={day} found={found} /> : null}
      {isKnown ? (
        <ListTable
          key={day}
          declared={valueList}
          label={t('value.title')}
          sumsAtFirst
          fixed={fixed}
          empty={{ title: t('value.none') }}
        />
      ) : null}
    </>
  )
}

/** The value of the whole stock, or why it is not known. */
function Value({ day, found: { since, value, products, unknown } }: { day: string; found: OutputOf<typeof valueOn> }) {
  const { t } = useTranslation('stock')
  if (value === null)
    return (
      <Text role="status" fw={600}>
        {t('value.unknown-before', { day: showDay(since ?? day) })}
      </Text>
    )
  return (
    <div role="status">
      <dl className={figures.figures}>
        <Figure label={t('ledger.end-of-day', { day: showDay(day) })}>
          <MoneyText value={value} />
        </Figure>
        <Figure label={t('value.products')}>{products}</Figure>
      </dl>
      {unknown > 0 ? <Text fw={600}>{t('value.without', { count: unknown })}</Text> : null}
      {since === null ? null : (
        <Text size="sm" c="dimmed" mb="md">
          {t('value.opened', { day: showDay(since) })}
        </Text>
      )}
    </div>
  )
}
